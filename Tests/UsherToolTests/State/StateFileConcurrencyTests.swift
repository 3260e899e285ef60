import AuthClient
import Essentials
import Flows
import PrivateFiles
import Synchronization
import TestSupport
import Testing
import UsherTool

@Suite struct StateFileConcurrencyTests {
  private let folder = TemporaryFolder()
  private var file: StateFile { StateFile(folder: folder.path, wait: LockWait(limit: .seconds(3600))) }

  @Test func threadsLoseNothing() throws {
    let file = self.file
    concurrently(64) { index in
      for round in 0..<4 {
        try file.update { $0[local.session("\(index)-\(round)")] = .example() }
        #expect(try file.read()[local.session("\(index)-\(round)")] != nil)
      }
    }
    #expect(try file.read()[local].sessions.count == 256)
  }

  @Test func everyPendingStepGetsAnIdOfItsOwn() throws {
    let file = self.file
    let ids = Mutex<[Int]>([])
    concurrently(32) { index in
      let step = try file.update {
        $0.addPending(
          .phone(.signIn, .example), to: local.session("\(index)"), createdAt: now, expiresAt: now + 600)
      }
      ids.withLock { $0.append(step.id.number) }
    }
    #expect(ids.withLock { $0.sorted() } == Array(1...32))
    #expect(try file.read().pending(in: local).count == 32)
  }

  @Test func processesLoseNothing() async throws {
    await withTaskGroup { group in
      for index in 0..<4 {
        group.addTask { [path = folder.path as String] in
          await #expect(processExitsWith: .success) { [path = path as String, index = index as Int] in
            let file = StateFile(folder: path, wait: LockWait(limit: .seconds(3600)))
            for round in 0..<25 {
              try file.update { $0[local.session("\(index)-\(round)")] = .example() }
            }
          }
        }
      }
    }
    #expect(try file.read()[local].sessions.count == 100)
  }

  @Test func firstRunsDoNotDisturbEachOther() throws {
    let path = folder.path(of: "a/b/usher")
    concurrently(64) { index in
      try StateFile(folder: path, wait: LockWait(limit: .seconds(3600))).update {
        $0[local.session("\(index)")] = .example()
      }
    }
    #expect(try StateFile(folder: path, wait: LockWait(limit: .zero)).read()[local].sessions.count == 64)
  }

  /// Readers meet files that are replaced while being opened.
  @Test func readersSeeOneStateOrTheOther() throws {
    let file = self.file
    try file.update { $0.selectedProfile = "0" }
    concurrently(8) { index in
      for round in 0..<50 {
        if index == 0 {
          try file.update { state in
            state.selectedProfile = "\(round)"
            state[local.session()] = .example(uid: "\(round)")
          }
        } else {
          let state = try file.read()
          #expect(state[local.session()].map { $0.uid == state.selectedProfile } ?? true)
        }
      }
    }
  }
}
