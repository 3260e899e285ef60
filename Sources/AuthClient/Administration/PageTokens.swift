/// The page tokens of one list.
package struct PageTokens: Sendable {
  /// The token of the page to read, or nil for the first page and after the last one.
  package private(set) var current: String?
  private var seen: Set<String> = []

  package init() {}

  /// Moves to the page with the token in an answer.
  ///
  /// - Throws: `malformedAnswer` for a token that was already used. Otherwise, the list would have no end.
  package mutating func advance(to token: String?) throws(AuthFailure) {
    current = token.flatMap { $0.isEmpty ? nil : $0 }
    guard let current else { return }
    guard seen.insert(current).inserted
    else { throw .malformedAnswer(status: 200, reason: "the pages of the list repeat") }
  }
}
