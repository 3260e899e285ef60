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
  init(described text: String) throws(ServerError) {
    guard let phone = try? PhoneNumber(typed: text) else {
      throw ServerError(.invalidPhoneNumber, "Invalid format.")
    }
    self = phone
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
