import IdentityToolkit

extension EmailAddress: SQLValue {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    text.bind(to: statement, at: index)
  }

  static func read(from statement: OpaquePointer, at column: Int32) -> EmailAddress {
    EmailAddress(stored: String.read(from: statement, at: column))
  }
}

/// The integer of its digits.
extension PhoneNumber: SQLValue {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    digits.bind(to: statement, at: index)
  }

  static func read(from statement: OpaquePointer, at column: Int32) -> PhoneNumber {
    PhoneNumber(stored: Int64.read(from: statement, at: column))
  }
}
