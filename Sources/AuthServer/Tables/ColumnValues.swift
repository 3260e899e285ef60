import Crypto
import Essentials
import IdentityToolkit

/// Dates are stored as milliseconds since 1970.
extension Date: SQLValue {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    milliseconds.bind(to: statement, at: index)
  }

  static func read(from statement: OpaquePointer, at column: Int32) -> Date? {
    guard let time = Int64.read(from: statement, at: column), known.contains(time) else { return nil }
    return Date(milliseconds: time)
  }

  /// From `distantPast`, which means never, to the end of the year 9999.
  private static let known = Date.distantPast.milliseconds...253_402_300_799_999
}

extension EmailAddress: SQLValue {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    text.bind(to: statement, at: index)
  }

  static func read(from statement: OpaquePointer, at column: Int32) -> EmailAddress? {
    String.read(from: statement, at: column).map { EmailAddress(stored: $0) }
  }
}

/// Numbers are stored as the integer of their digits.
extension PhoneNumber: SQLValue {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    digits.bind(to: statement, at: index)
  }

  static func read(from statement: OpaquePointer, at column: Int32) -> PhoneNumber? {
    Int64.read(from: statement, at: column).flatMap { stored.contains($0) ? PhoneNumber(stored: $0) : nil }
  }

  /// The range of possible numbers in E.164.
  private static let stored: ClosedRange<Int64> = 1_000_000...999_999_999_999_999
}

/// Keys are stored as PKCS#1.
extension PrivateKey: SQLValue {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    der.bind(to: statement, at: index)
  }

  static func read(from statement: OpaquePointer, at column: Int32) -> PrivateKey? {
    [UInt8].read(from: statement, at: column).flatMap { try? PrivateKey(der: $0) }
  }
}

extension LocalSiteKey: SQLValue {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    text.bind(to: statement, at: index)
  }

  static func read(from statement: OpaquePointer, at column: Int32) -> LocalSiteKey? {
    String.read(from: statement, at: column).flatMap { LocalSiteKey($0) }
  }
}

extension SQLValue where Self: RawRepresentable<String> {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    rawValue.bind(to: statement, at: index)
  }

  static func read(from statement: OpaquePointer, at column: Int32) -> Self? {
    String.read(from: statement, at: column).flatMap { Self(rawValue: $0) }
  }
}

extension OobRequestType: SQLValue {}
extension RecaptchaAction: SQLValue {}
