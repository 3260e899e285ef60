/// A telephone number in E.164, kept as the integer of its digits.
struct PhoneNumber: Hashable, Sendable {
  private let digits: Int64

  /// Nil unless `text` is `+` and 8 to 15 digits, the first of them not zero.
  ///
  /// Whether anybody has the number is not asked: numbering plans change faster than programs.
  init?(_ text: String) {
    let bytes = text.utf8
    guard bytes.first == UInt8(ascii: "+"), (9...16).contains(bytes.count) else { return nil }
    var digits: Int64 = 0
    for byte in bytes.dropFirst() {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
      if digits == 0, byte == UInt8(ascii: "0") { return nil }
      digits = digits * 10 + Int64(byte - UInt8(ascii: "0"))
    }
    self.digits = digits
  }

  var text: String { "+\(digits)" }
}

extension PhoneNumber: SQLValue {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    digits.bind(to: statement, at: index)
  }

  static func read(from statement: OpaquePointer, at column: Int32) -> PhoneNumber? {
    Int64.read(from: statement, at: column).flatMap { stored.contains($0) ? PhoneNumber(digits: $0) : nil }
  }

  private static let stored: ClosedRange<Int64> = 10_000_000...999_999_999_999_999

  private init(digits: Int64) {
    self.digits = digits
  }
}
