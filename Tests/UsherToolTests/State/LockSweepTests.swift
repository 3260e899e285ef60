import AuthClient
import Flows
import LibC
import PrivateFiles
import Synchronization
import TestSupport
import Testing

/// Locks of sessions that are gone are removed, and nobody who holds or awaits one notices.
@Suite struct LockSweepTests {
  private let folder = TemporaryFolder()
  private let mine = local.session()

  private func file(_ wait: LockWait = LockWait(limit: .zero)) -> StateFile {
    StateFile(folder: folder.path, wait: wait)
  }

  private var locks: [String] { folder.names().filter { $0.hasSuffix(".lock") } }

  @Test func theLockOfASessionGoesWithIt() throws {
    try file().update { $0[mine] = .example() }
    try file().lock(of: mine).hold {}
    try file().lock(of: local.session("to +16505550123")).hold {}
    try file().update { $0.selectedProfile = "work" }
    #expect(locks == [mine.lockName, "state.lock"])
    try file().update { $0.end(mine) }
    #expect(locks == ["state.lock"])
  }

  @Test func aLockThatIsHeldStays() throws {
    let impatient = file().lock(of: mine)
    try impatient.hold {
      try file().update { $0.selectedProfile = "work" }
      #expect(locks == [mine.lockName, "state.lock"])
      #expect(throws: StateError.busy(path: folder.path(of: mine.lockName))) { try impatient.hold {} }
    }
    try file().update { $0.selectedProfile = "home" }
    #expect(locks == ["state.lock"])
  }

  @Test func onlyLocksAreSwept() throws {
    let others = ["session-notes", "notes.lock", "other-session-0.lock", "session-.txt"]
    for name in others { folder.write("mine", to: name) }
    folder.write("", to: "elsewhere")
    folder.makeLink("session-0.lock", to: folder.path(of: "elsewhere"))
    try file().update { $0.selectedProfile = "work" }
    #expect(Set(folder.names()).isSuperset(of: others + ["session-0.lock", "elsewhere"]))
  }

  /// Who waits has opened the file already; what it then gets is nobody else's lock.
  @Test func whoAwaitsALockThatIsSweptGetsTheOneThatTookItsName() throws {
    let first = Rival(folder.path(of: mine.lockName))
    let second = Mutex<Rival?>(nil)
    let patient = file(
      LockWait(
        limit: .seconds(10),
        pause: { [path = folder.path(of: mine.lockName)] _ in
          second.withLock { second in
            if second == nil {
              // Swept, and had by another process under the same name.
              unlink(path)
              second = Rival(path)
              first.leave()
            } else {
              second?.leave()
            }
          }
        }))
    try patient.lock(of: mine).hold {
      #expect(second.withLock { $0?.isThere } == false, "two hold the lock")
    }
    #expect(locks == [mine.lockName])
  }

  @Test func oneAtATimeHoldsALockHoweverOftenItIsSwept() throws {
    let patient = file(LockWait(limit: .seconds(3600)))
    let inside = Mutex(0)
    let name = mine
    concurrently(8) { index in
      for round in 0..<50 {
        if index < 2 {
          try patient.update { $0.selectedProfile = "\(index)-\(round)" }
        } else {
          try patient.lock(of: name).hold {
            inside.withLock {
              $0 += 1
              #expect($0 == 1)
            }
            sched_yield()
            inside.withLock { $0 -= 1 }
          }
        }
      }
    }
    #expect(try patient.read().selectedProfile != nil)
  }
}

/// Another process that holds a lock.
private final class Rival: Sendable {
  private let file: Mutex<Int32>

  init(_ path: String) {
    let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    #expect(flock(file, LOCK_EX | LOCK_NB) == 0)
    self.file = Mutex(file)
  }

  var isThere: Bool { file.withLock { $0 >= 0 } }

  func leave() {
    file.withLock { file in
      close(file)
      file = -1
    }
  }
}
