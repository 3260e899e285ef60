import Essentials

/// Notices page tokens that come again, in constant memory.
///
/// It compares each token with the one before it and with a landmark, which moves on after 1, 2, 4, 8, … pages. So every
/// circle is found (Brent's algorithm).
package struct PageTokens: Sendable {
  private var latest: String?
  private var landmark: String?
  private var count = 0

  package init(first: String?) {
    (latest, landmark) = (first, first)
  }

  /// Returns whether the next token is not one of those that it was compared with.
  package mutating func isNew(_ token: String?) -> Bool {
    guard let token else { return true }
    if [latest, landmark].contains(where: { $0?.hasBytes(of: token) == true }) { return false }
    count += 1
    latest = token
    if count.nonzeroBitCount == 1 { landmark = token }
    return true
  }
}
