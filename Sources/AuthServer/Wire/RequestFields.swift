import Essentials
import IdentityToolkit

// What clients give, read as what it has to be.

extension PhoneNumber {
  /// The number that a client gave.
  init(given text: String) throws(ServerError) {
    guard let phone = PhoneNumber(e164: text) else {
      throw ServerError(.invalidPhoneNumber, "Invalid format.")
    }
    self = phone
  }

  /// The number that an administrator gave, as people write it.
  init(described text: String) throws(ServerError) {
    guard let phone = try? PhoneNumber(typed: text) else {
      throw ServerError(.invalidPhoneNumber, "Invalid format.")
    }
    self = phone
  }
}

extension Date {
  /// A time that a client gave, in RFC 3339; nil for one before 1970, when nothing of this happened.
  init?(given text: String) {
    guard let date = Date(rfc3339: text), date.timeIntervalSince1970 >= 0 else { return nil }
    self = date
  }

  /// A time that a client gave as a number, so many of which are a second. Beyond the year 9999, dates stop making
  /// sense to others.
  init?(given value: DecimalText, per second: Double) {
    guard let number = Double(value.text), (0...253_402_300_799).contains(number / second) else { return nil }
    self.init(timeIntervalSince1970: number / second)
  }
}

extension ServerError {
  static func tooLong(_ name: String, _ limit: Int) -> ServerError {
    .badArgument("\(name) has at most \(limit) characters.")
  }

  static let foreignProject = ServerError(
    .insufficientPermission, "Only authenticated requests can specify target_project_id.")

  /// A value that can be read and cannot be right.
  static func badArgument(_ detail: String) -> ServerError {
    ServerError(.invalidArgument, detail, status: "INVALID_ARGUMENT")
  }
}
