import Essentials
import Flows
import PrivateFiles

/// The lines for the arrow keys, from this shell and from earlier ones.
struct ShellHistory {
  /// The lines, oldest first.
  private(set) var lines: [String] = []
  private let rule: HistoryRule
  /// Nil if the history is not saved on disk.
  private var file: HistoryFile?
  private let output: Output
  private let now: @Sendable () -> Date

  /// - Parameter isKept: Whether usher may save anything on disk.
  init(keptBy rule: HistoryRule, isKept: Bool, in world: World, _ output: Output) {
    self.rule = rule
    self.output = output
    now = world.now
    guard isKept else { return }
    do {
      let path = try StateLocation(environment: world.environment.variables).history
      let file = HistoryFile(
        path: path,
        wait: LockWait(
          limit: .seconds(2), isWanted: { [interruption = world.interruption] in interruption() == nil },
          pause: world.pause))
      lines = try file.lines()
      self.file = file
    } catch {
      giveUp(error)
    }
  }

  /// Adds `line` if the rule allows it.
  ///
  /// Call it before the command runs, because the command may not return.
  mutating func add(_ line: String) {
    guard rule.keeps(line) else { return }
    let line = line.withoutTrailingSpaces
    if lines.last != line { lines = (lines + [line]).suffix(HistoryFile.limit) }
    do {
      try file?.append(line)
    } catch {
      giveUp(error)
    }
  }

  /// Stops saving, with a warning; the user can go on typing.
  private mutating func giveUp(_ error: any Error) {
    file = nil
    output.warn("the history is not kept: \(Diagnosis(error, now: now()).message)")
  }
}

extension String {
  /// The line without trailing spaces, which Tab leaves; a space after a backslash belongs to the word.
  fileprivate var withoutTrailingSpaces: String {
    let end = lastIndex { !$0.isWhitespace }
    guard let end, self[end] != "\\" else { return self }
    return String(self[...end])
  }
}
