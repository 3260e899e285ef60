import LibC
import TestSupport
import Testing

/// A system call that fails ends a command with the right exit status, and leaves the old state.
@Suite struct InjectedErrorTests {
  private static let errors = ["ENOSPC", "EIO", "EROFS", "EDQUOT"]

  @Test(arguments: Size.of([StateChange.importing], long: StateChange.all.filter { !$0.usesServer }))
  func whatFailsWhileTheStateIsWrittenIsSaid(change: StateChange) throws {
    try forEachFailure(of: change, Self.errors) { point, error, ending in
      #expect(ending.status == expectedStatus(point, error), "\(error) at \(point): \(ending.errors)")
    }
  }

  @Test(arguments: Size.of([StateChange.confirming], long: StateChange.all.filter(\.usesServer)))
  func whatFailsInTheEmbeddedServerIsSaid(change: StateChange) throws {
    try forEachFailure(of: change, Size.of(["ENOSPC"], long: Self.errors)) { point, error, ending in
      #expect(
        [change.status, 73, 74].contains(ending.status),
        "\(error) at \(point): \(ending.status) \(ending.errors)")
    }
  }

  @Test func aSignInThatCannotBeSavedIsToldAsItIs() throws {
    let rehearsal = try StateChange.confirming.rehearsal()
    let calls = try rehearsal.launch.systemCalls(from: rehearsal.usher.folder)
    let writing = try #require(calls.last { $0.name == "renameat" })
    rehearsal.reset()
    let ending = rehearsal.launch.striking(writing, with: "error=ENOSPC").run()
    #expect(ending.status == 74)
    #expect(
      ending.errors.hasPrefix(
        "error: signed in as +16505550123, but could not save the session: there is no room on the disk for ")
    )
    #expect(rehearsal.state == rehearsal.before["state.json"])
    // The code is used up, and that is what the next try says.
    #expect(rehearsal.launch.run().status == 6)
  }

  @Test(arguments: ["write", "fsync"])
  func aSessionThatCannotBeExportedWholeLeavesNoFile(call: String) throws {
    let (ending, path, isThere) = try exportStruck(at: call, with: "error=EIO")
    #expect(ending.status == 73)
    #expect(ending.errors == "error: cannot write \(path) (Input/output error)\n")
    #expect(!isThere)
  }

  /// CIFS and others have no sync of folders.
  @Test func aFolderThatCannotBeSyncedTakesTheFile() throws {
    let (ending, _, isThere) = try exportStruck(at: "fsync", with: "error=EINVAL")
    #expect(ending.status == 0)
    #expect(isThere)
  }

  /// An export of a session whose last system call of that name fails, where it was to go, and whether it is there.
  private func exportStruck(
    at call: String, with failure: String
  ) throws -> (Ending, path: String, isThere: Bool) {
    let rehearsal = try StateChange.importing.rehearsal()
    #expect(rehearsal.launch.run().status == 0)
    let path = rehearsal.usher.folder + "/exported-again"
    let export = rehearsal.usher.launch("session", "export", path)
    let calls = try export.systemCalls(from: rehearsal.usher.folder)
    #expect(unlink(path) == 0)
    let point = try #require(calls.last { $0.name == call && !$0.description.hasPrefix("write(1,") })
    let ending = export.striking(point, with: failure).run()
    return (ending, path, access(path, F_OK) == 0)
  }

  private func forEachFailure(
    of change: StateChange, _ errors: [String], _ check: (SystemCall, String, Ending) throws -> Void
  ) throws {
    let rehearsal = try change.rehearsal()
    let calls = try rehearsal.launch.systemCalls(from: rehearsal.usher.folder)
    let new = try digest(ofState: rehearsal.state)
    let points = calls.filter { $0.changesSomething && !$0.fails }
    for (index, point) in points.enumerated() {
      for error in Size.of([errors[index % errors.count]], long: errors) {
        rehearsal.reset()
        let old = rehearsal.state
        let ending = rehearsal.launch.striking(point, with: "error=\(error)").run()
        #expect(!ending.isCrash && ending.signal == nil, "\(error) at \(point)")
        let isNew = try digest(ofState: rehearsal.state) == new
        #expect(rehearsal.state == old || isNew, "\(error) at \(point)")
        if ending.status == change.status { #expect(isNew, "\(error) at \(point)") }
        if ending.status != 0 { #expect(ending.output == "", "\(error) at \(point)") }
        #expect(!rehearsal.names.contains("state.json.tmp"), "\(error) at \(point)")
        try check(point, error, ending)
        try rehearsal.expectThatTheNextCommandWorks(
          usesServer: change.usesServer, after: "\(error) at \(point)")
      }
    }
    Size.report("failures: \(points.count) calls with \(errors.count) errors for \(change.testDescription)")
  }

  private func expectedStatus(_ point: SystemCall, _ error: String) -> Int32 {
    if point.description.hasPrefix("write(1,") { return 74 }
    // The next command sweeps.
    if point.name == "unlinkat", point.description.firstRange(of: ".lock\"") != nil { return 0 }
    return error == "EROFS" ? 73 : 74
  }
}
