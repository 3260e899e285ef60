import LibC
import Testing

/// Killed at any system call, a command leaves the old state or the new one, and nothing in the way.
@Suite struct KillPointTests {
  /// Between two calls that change something all moments are alike, so that only those are tried as a rule.
  @Test(arguments: StateChange.all) func aKilledCommandLeavesTheOldStateOrTheNew(change: StateChange) throws {
    let rehearsal = try change.rehearsal()
    let calls = try rehearsal.launch.systemCalls(from: rehearsal.usher.folder)
    let new = try digest(ofState: rehearsal.state)
    let points = calls.filter { Size.isLong || $0.changesSomething }.every(
      change.isFirst ? Size.of(4, long: 1) : 1)
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
    #expect(killed >= points.count - 2)
    #expect(points.count >= 8)
    Size.report("kill points: \(killed) of \(points.count) for \(change.testDescription)")
  }
}

extension Array {
  /// One of `count`, beginning with the first.
  fileprivate func every(_ count: Int) -> [Element] {
    stride(from: 0, to: self.count, by: count).map { self[$0] }
  }
}
