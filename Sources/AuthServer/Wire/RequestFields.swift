import Essentials
import IdentityToolkit

// These read and check the values that clients send.

extension PhoneNumber {
  /// Reads a client's number.
  init(given text: String) throws(ServerError) {
    guard let phone = PhoneNumber(e164: text) else {
      throw ServerError(.invalidPhoneNumber, "Invalid format.")
    }
    self = phone
  }

  /// Reads an administrator's number, in the form that people write.
  init(described text: String, under policy: Policy) throws(ServerError) {
    let text = policy.dialect.readsKeypadLetters ? text.dialed : text
    guard let phone = try? PhoneNumber(typed: text) else {
      throw ServerError(.invalidPhoneNumber, "Invalid format.")
    }
    self = phone
  }
}

extension String {
  /// The number with the digits of a telephone's keys in place of the letters of its last word.
  ///
  /// One or two letters are a slip, and no word. A word apart from the digits is a remark, such as `ext 5`.
  fileprivate var dialed: String {
    let keys = ["abc", "def", "ghi", "jkl", "mno", "pqrs", "tuv", "wxyz"]
    // A number begins with its plus sign. What stands before it can be the scheme of an address.
    guard let plus = firstIndex(of: "+"), let start = self[plus...].firstIndex(where: \.isLetter)
    else { return self }
    let word = self[start...].filter { $0 != "-" }.asciiLowercased()
    let digits = word.compactMap { letter in keys.firstIndex { $0.contains(letter) }.map { String($0 + 2) } }
    let before = self[index(before: start)]
    guard word.count > 2, digits.count == word.count, before == "-" || before.isNumber else { return self }
    return self[..<start] + digits.joined()
  }
}

extension Date {
  /// Reads a client's RFC 3339 time.
  ///
  /// Returns nil for times before 1970, which are never valid here.
  init?(given text: String) {
    guard let date = Date(rfc3339: text), date.timeIntervalSince1970 >= 0 else { return nil }
    self = date
  }

  /// Reads a client's time as a number, with `second` units per second.
  ///
  /// Returns nil beyond the year 9999, because other programs cannot handle such dates.
  init?(given value: DecimalText, per second: Double) {
    guard let number = Double(value.text), (0...253_402_300_799).contains(number / second) else { return nil }
    self.init(timeIntervalSince1970: number / second)
  }
}

extension DecimalText {
  /// Returns the number, or throws as Google's front end does.
  func wholeNumber(at place: String) throws(ServerError) -> Int64 {
    if let number = Int64(text) { return number }
    // Whether it was a number or a text is not known any more.
    let type = "TYPE_INT64"
    let violation =
      Double(text) == nil
      ? ServerError.Violation(at: place, type: type, .string(text))
      : ServerError.Violation(field: place, "Invalid value at '\(place)' (\(type)), \(text.clipped(to: 100))")
    throw .badJSON(violation.description, violation)
  }
}

extension String {
  /// The text, or nil if it is empty, because clients send an empty text for no value.
  var nonEmpty: String? { isEmpty ? nil : self }
}

extension ServerError {
  static func tooLong(_ name: String, _ limit: Int) -> ServerError {
    .badArgument("\(name) has at most \(limit) characters.")
  }

  static let foreignProject = ServerError(
    .insufficientPermission, "Only authenticated requests can specify target_project_id.")

  /// Returns the error for a readable value that is not valid.
  static func badArgument(_ detail: String) -> ServerError {
    ServerError(.invalidArgument, detail, status: "INVALID_ARGUMENT")
  }
}
