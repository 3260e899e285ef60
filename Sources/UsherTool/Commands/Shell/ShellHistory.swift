import Flows
import PrivateFiles

/// The lines that come back with the arrow keys: those of this shell, and of others before it from the disk.
struct ShellHistory {
  /// The oldest first.
  private(set) var lines: [String] = []
  private let rule: HistoryRule
  /// Nil where nothing is kept on disk.
  private var file: HistoryFile?
  private let context: Context

  init(keptBy rule: HistoryRule, in context: Context) {
    self.rule = rule
    self.context = context
    guard context.keepsState else { return }
    do {
      let path = try StateLocation(environment: context.environment.variables).history
      let file = HistoryFile(
        path: path,
        wait: LockWait(
          limit: .seconds(2), isWanted: { [interruption = context.interruption] in interruption() == nil },
          pause: context.pause))
      lines = try file.lines()
      self.file = file
    } catch {
      giveUp(error)
    }
  }

  /// Keeps `line` if it may be kept: before its command runs, which may not come to an end.
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

  /// Whoever types goes on typing.
  private mutating func giveUp(_ error: any Error) {
    file = nil
    context.warn("the history is not kept: " + Diagnosis(error, now: context.now()).message)
  }
}

extension String {
  /// Tab leaves one behind a word; behind a backslash it belongs to the word.
  fileprivate var withoutTrailingSpaces: String {
    let end = lastIndex { !$0.isWhitespace }
    guard let end, self[end] != "\\" else { return self }
    return String(self[...end])
  }
}
