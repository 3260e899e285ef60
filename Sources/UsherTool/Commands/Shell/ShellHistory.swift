import Essentials
import Flows
import PrivateFiles

/// The lines that come back with the arrow keys: those of this shell, and of others before it from the disk.
struct ShellHistory {
  /// The oldest first.
  private(set) var lines: [String] = []
  private let rule: HistoryRule
  /// Nil where nothing is kept on disk.
  private var file: HistoryFile?
  private let output: Output
  private let now: @Sendable () -> Date

  /// - Parameter isKept: Whether anything may be written to the disk.
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
    output.warn("the history is not kept: " + Diagnosis(error, now: now()).message)
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
