import Essentials

extension Date {
  /// Whole milliseconds since 1970, as the store and the account routes count.
  var milliseconds: Int64 { Int64((timeIntervalSince1970 * 1000).rounded(.down)) }

  /// Whole seconds since 1970, as tokens count.
  var seconds: Int64 { Int64(timeIntervalSince1970.rounded(.down)) }

  init(seconds: Int64) {
    self.init(timeIntervalSince1970: Double(seconds))
  }

  /// RFC 3339 with three digits of fraction, which is what Apple's SDK wants.
  var rfc3339: String { formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)) }
}
