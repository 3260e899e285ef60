internal import Essentials
private import LibC

/// A time as HTTP writes it, `Sun, 06 Nov 1994 08:49:37 GMT`.
struct HTTPDate {
  let text: String
  private let second: time_t

  init(_ date: Date) {
    var seconds = Self.second(of: date)
    second = seconds
    var parts = tm()
    gmtime_r(&seconds, &parts)
    let clock = [parts.tm_hour, parts.tm_min, parts.tm_sec].map(Self.twoDigits).joined(separator: ":")
    text =
      "\(Self.days[Int(parts.tm_wday)]), \(Self.twoDigits(parts.tm_mday)) "
      + "\(Self.months[Int(parts.tm_mon)]) \(parts.tm_year + 1900) \(clock) GMT"
  }

  /// Whether `date` is written like this one: to write it anew takes as long as all the rest of an answer.
  func isSame(as date: Date) -> Bool { Self.second(of: date) == second }

  private static func second(of date: Date) -> time_t { time_t(date.timeIntervalSince1970.rounded(.down)) }

  private static func twoDigits(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }

  private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}
