import Essentials
import Flows
import LibC
import PrivateFiles
import Synchronization
import TestSupport
import Testing
import UsherTool

@Suite struct FileLockTests {
  private let folder = TemporaryFolder()

  private func lock(_ wait: LockWait) -> FileLock {
    FileLock(folder: folder.path, name: "state.lock", wait: wait)
  }

  @Test func aHeldLockIsNotHadAgain() throws {
    let impatient = lock(LockWait(limit: .zero))
    try impatient.hold {
      #expect(throws: StateError.busy(path: folder.path(of: "state.lock"))) {
        try impatient.hold { Issue.record("two hold the lock") }
      }
    }
    #expect(try impatient.hold { 7 } == 7)
    #expect(folder.names() == ["state.lock"])
  }

  @Test func theLockIsFreeAfterAnError() throws {
    struct Refused: Error {}
    let impatient = lock(LockWait(limit: .zero))
    #expect(throws: Refused.self) { try impatient.hold { throw Refused() } }
    try impatient.hold {}
  }

  @Test func waitingEndsAtTheLimit() throws {
    let pauses = Recorder()
    let patient = lock(LockWait(limit: .milliseconds(100), pause: pauses.add))
    try lock(LockWait(limit: .zero)).hold {
      #expect(throws: StateError.busy(path: folder.path(of: "state.lock"))) { try patient.hold {} }
    }
    let waited = pauses.all.reduce(.zero, +)
    #expect(waited >= .milliseconds(100) && waited < .milliseconds(112))
    #expect(pauses.all.allSatisfy { $0 >= .microseconds(500) && $0 < .milliseconds(12) })
    #expect(Set(pauses.all).count > 5, "waiters march in step")
  }

  @Test func waitingEndsWhenItIsNotWanted() throws {
    let pauses = Recorder()
    let patient = lock(
      LockWait(limit: .seconds(1_000), isWanted: { pauses.all.count < 3 }, pause: pauses.add))
    try lock(LockWait(limit: .zero)).hold {
      #expect(throws: StateError.busy(path: folder.path(of: "state.lock"))) { try patient.hold {} }
    }
    #expect(pauses.all.count == 3)
  }

  @Test func sessionsDoNotWaitForEachOtherNorForTheState() throws {
    let file = StateFile(folder: folder.path, wait: LockWait(limit: .zero))
    let mine = file.lock(of: local.session())
    try mine.hold {
      try file.lock(of: local.session("kim")).hold {
        try file.update { $0.selectedProfile = "work" }
      }
    }
    try mine.hold {
      #expect(throws: StateError.busy(path: folder.path(of: local.session().lockName))) { try mine.hold {} }
    }
    #expect(try file.read().selectedProfile == "work")
  }

  @Test func aKilledHolderLeavesTheLockFree() async throws {
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = folder.path as String] in
      try FileLock(folder: path, name: "state.lock", wait: LockWait(limit: .zero)).hold {
        _ = kill(getpid(), SIGKILL)
      }
    }
    try lock(LockWait(limit: .zero)).hold {}
  }
}

private final class Recorder: Sendable {
  private let durations = Mutex<[Duration]>([])

  var all: [Duration] { durations.withLock { $0 } }

  @Sendable func add(_ duration: Duration) {
    durations.withLock { $0.append(duration) }
  }
}
