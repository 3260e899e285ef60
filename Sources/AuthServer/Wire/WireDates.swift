import Essentials
import IdentityToolkit
import LibC

extension Date {
  /// Whole seconds since 1970, as tokens count.
  var seconds: Int64 { Int64(timeIntervalSince1970.rounded(.down)) }

  /// RFC 3339 with three digits of fraction, which is what Apple's SDK wants.
  ///
  /// Foundation's formatter reads the system's time zone first, which this needs no more than a calendar.
  var rfc3339: String {
    let milliseconds = milliseconds
    let fraction = (milliseconds % 1000 + 1000) % 1000
    var seconds = time_t((milliseconds - fraction) / 1000)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    func digits(_ number: some BinaryInteger, _ count: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
    }
    let date = "\(digits(parts.tm_year + 1900, 4))-\(digits(parts.tm_mon + 1, 2))-\(digits(parts.tm_mday, 2))"
    let time = "\(digits(parts.tm_hour, 2)):\(digits(parts.tm_min, 2)):\(digits(parts.tm_sec, 2))"
    return "\(date)T\(time).\(digits(fraction, 3))Z"
  }
}
