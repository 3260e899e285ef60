import Essentials

/// A search for an earlier line that goes on while it is typed what that line holds.
struct HistorySearch {
  /// What stood in the line before.
  let typed: String
  /// The newest first.
  private let lines: [String]
  private var query: String
  /// Where `query` was found last.
  private var place: Int?
  private var isFound = true

  enum Step {
    case goesOn
    /// The line stays as it was found.
    case isOver
    /// So it does, and the key is still to be followed.
    case isOverBefore
    /// The line is again as it was typed.
    case isGivenUp
  }

  /// - Parameters:
  ///   - history: the oldest first.
  ///   - typed: what is looked for at first.
  init(in history: [String], from typed: String) {
    lines = history.reversed()
    self.typed = typed
    query = typed
    if !query.isEmpty { look(from: 0) }
  }

  /// The line that was found last, or what was typed.
  var line: String { place.map { lines[$0] } ?? typed }

  /// What stands before the line.
  var prompt: String { "(\(isFound ? "search" : "not found"): \(SafeText.line(query))) " }

  mutating func follow(_ key: Unicode.Scalar) -> Step {
    switch key {
    case "\u{12}": look(from: place.map { $0 + 1 } ?? 0, otherThan: place.map { lines[$0] })  // Ctrl-R
    case "\u{7F}", "\u{08}":
      query = String(query.unicodeScalars.dropLast())
      isFound = true
      if query.isEmpty { place = nil } else { look(from: 0) }
    case "\u{07}": return .isGivenUp  // Ctrl-G
    case _ where key.properties.generalCategory == .control: return .isOverBefore
    default:
      query.unicodeScalars.append(key)
      look(from: place ?? 0)
    }
    return .goesOn
  }

  /// Finds the next line from `start` on, towards the oldest.
  private mutating func look(from start: Int, otherThan line: String? = nil) {
    find(lines.indices.dropFirst(start).first { lines[$0] != line && holdsQuery($0) })
  }

  private mutating func find(_ found: Int?) {
    isFound = found != nil
    place = found ?? place
  }

  private func holdsQuery(_ index: Int) -> Bool { lines[index].firstRange(of: query) != nil }
}
