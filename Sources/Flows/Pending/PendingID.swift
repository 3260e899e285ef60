/// The ID of a pending step, for example `p7`. All profiles share one counter, and no ID is used twice.
package struct PendingID: RawRepresentable, Codable, Hashable, Comparable, Sendable,
  LosslessStringConvertible
{
  package let number: Int

  /// The valid numbers. The limit is far below `Int.max`, so that no state file makes the next number overflow.
  static let numbers = 1...Int.max / 2

  package init(number: Int) {
    self.number = number
  }

  /// Reads an ID; nil unless it is `p` and a number from 1, exactly as `description` writes it.
  package init?(rawValue: String) {
    guard rawValue.first == "p", let number = Int(rawValue.dropFirst()), Self.numbers.contains(number) else {
      return nil
    }
    self.number = number
    guard self.rawValue == rawValue else { return nil }
  }

  package init?(_ description: String) {
    self.init(rawValue: description)
  }

  package var rawValue: String { "p\(number)" }
  package var description: String { rawValue }

  package static func < (a: PendingID, b: PendingID) -> Bool {
    a.number < b.number
  }
}
