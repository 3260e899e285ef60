import LibC
import Testing

/// What a command said is done outlasts a power cut. No test can cut the power; what it can see is the order in
/// which the system was asked to write things down.
@Suite struct DurabilityTests {
  @Test(arguments: StateChange.all.filter { $0.status == 0 && !$0.isFirst })
  func theStateIsOnTheDiskBeforeItsNameAndBothBeforeTheAnswer(change: StateChange) throws {
    let rehearsal = try change.rehearsal()
    let steps = try steps(of: rehearsal.launch.systemCalls(from: rehearsal.usher.folder))
    let saving: [Step] = [.open, .write, .syncFile, .rename, .syncFolder]
    // What is as it was is not written; and a step that is begun and finished in one command is saved twice.
    let isNew = rehearsal.state != rehearsal.before["state.json"]
    let count = isNew ? max(1, steps.count { $0 == .open }) : 0
    #expect(steps == Array(repeating: saving, count: count).flatMap(\.self) + [.answer])
  }

  private enum Step {
    case open, write, syncFile, rename, syncFolder, answer
  }

  /// What happens to the file that becomes the state, and when the command answers.
  private func steps(of calls: [SystemCall]) -> [Step] {
    var steps: [Step] = []
    var (folder, file) = ("none", "none")
    for call in calls.map(\.description) {
      if call.hasPrefix("openat("), call.contains("\"state.json.tmp\", O_WRONLY|O_CREAT|O_EXCL") {
        folder = call.between("openat(", ",")
        file = call.between(") = ", " ")
        steps.append(.open)
      } else if call.hasPrefix("write(\(file), ") {
        if steps.last != .write { steps.append(.write) }
      } else if call.hasPrefix("fsync(\(file))") {
        steps.append(.syncFile)
      } else if call.hasPrefix("renameat(\(folder), \"state.json.tmp\", \(folder), \"state.json\")") {
        steps.append(.rename)
      } else if call.hasPrefix("fsync(\(folder))") {
        steps.append(.syncFolder)
      } else if call.hasPrefix("close(\(file))") {
        file = "none"
      } else if call.hasPrefix("write(1, ") {
        if steps.last != .answer { steps.append(.answer) }
      }
    }
    return steps
  }
}

extension String {
  /// What stands between the first `start` and the `end` after it, or the text's end.
  fileprivate func between(_ start: String, _ end: Character) -> String {
    guard let start = firstRange(of: start) else { return "none" }
    return String(self[start.upperBound...].prefix { $0 != end })
  }
}
