import LibC
import TestSupport
import Testing

/// Killed at any system call, a command leaves the old state or the new one, and nothing in the way.
@Suite struct KillPointTests {
  /// Between two calls that change something all moments are alike, so that only those are tried as a rule.
  @Test(arguments: StateChange.all) func aKilledCommandLeavesTheOldStateOrTheNew(change: StateChange) throws {
    let rehearsal = try change.rehearsal()
    let calls = try rehearsal.launch.systemCalls(from: rehearsal.usher.folder)
    let new = try digest(ofState: rehearsal.state)
    let all = calls.filter { Size.isLong || $0.changesSomething }
    let points = all.sample(oneOf: change.isFirst ? 16 : 8)
    var killed = 0
    for point in points {
      rehearsal.reset()
      let old = rehearsal.state
      let ending = rehearsal.launch.striking(point, with: "signal=KILL").run()
      killed += ending.signal == SIGKILL ? 1 : 0
      let found = rehearsal.state
      let isNew = try digest(ofState: found) == new
      #expect(found == old || isNew, "killed at \(point)")
      // What was said to be done is done.
      if ending.output != "" { #expect(isNew, "killed at \(point)") }
      try rehearsal.expectThatTheNextCommandWorks(usesServer: change.usesServer, after: "\(point)")
    }
    // Waiting for a lock, a run may have a call less than the one that was looked at.
    #expect(killed >= max(1, points.count - 2))
    #expect(all.count >= 8)
    Size.report("kill points: \(killed) of \(points.count) for \(change.testDescription)")
  }

  /// A writer of the state that was killed is not in the way of one of the configuration, nor the other way round.
  @Test func whatIsLeftOfOneFileIsNotInTheWayOfAnother() throws {
    let usher = Usher()
    try usher.signIn()
    for words in [["account", "update", "--display-name", "Kim"], ["config", "set", "color", "never"]] {
      let launch = usher.launch(words)
      for call in try launch.systemCalls(from: usher.folder).filter(\.changesSomething).sample(oneOf: 5) {
        _ = launch.striking(call, with: "signal=KILL").run()
        #expect(usher.run("config", "set", "color", "always").status == 0, "killed at \(call)")
        #expect(usher.run("session", "use", "default").status == 0, "killed at \(call)")
        let left = usher.home.names(in: "config").filter { $0.firstRange(of: "tmp") != nil }
        #expect(left == [], "killed at \(call)")
      }
    }
  }

  /// Under the name that was given there is the whole file or none, so that the next export is not refused.
  @Test func aKilledExportIsWholeOrNotThere() throws {
    let usher = Usher()
    try usher.signIn()
    let whole = usher.run("session", "export", "-").output
    let path = usher.home.path + "/exported"
    let launch = usher.launch("session", "export", path)
    let calls = try launch.systemCalls(from: usher.folder).filter(\.changesSomething)
    unlink(path)
    #expect(calls.contains { $0.description.firstRange(of: "exported") != nil })
    for call in calls.sample(oneOf: 4) {
      #expect(launch.striking(call, with: "signal=KILL").run().signal == SIGKILL)
      let found = usher.home.text(of: "exported")
      #expect(found == nil || found == whole, "killed at \(call)")
      unlink(path)
      #expect(launch.run().status == 0, "killed at \(call)")
      #expect(
        usher.home.names().filter { $0.firstRange(of: "export") != nil } == ["exported"], "killed at \(call)")
      #expect(usher.run("session", "import", path, "--as", "copy").status == 0, "killed at \(call)")
      usher.run("signout", "--as", "copy")
      // Every run makes the same calls.
      unlink(path)
    }
  }
}
