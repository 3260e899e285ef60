import IdentityToolkit

extension EmailAddress: SQLValue {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    text.bind(to: statement, at: index)
  }

  static func read(from statement: OpaquePointer, at column: Int32) -> EmailAddress? {
    String.read(from: statement, at: column).map { EmailAddress(stored: $0) }
  }
}

/// The integer of its digits.
extension PhoneNumber: SQLValue {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    digits.bind(to: statement, at: index)
  }

  static func read(from statement: OpaquePointer, at column: Int32) -> PhoneNumber? {
    Int64.read(from: statement, at: column).flatMap { stored.contains($0) ? PhoneNumber(stored: $0) : nil }
  }

  /// What can be a number in E.164.
  private static let stored: ClosedRange<Int64> = 1_000_000...999_999_999_999_999
}
