package import Essentials

/// A time in HTTP's format, in whole seconds: `Sun, 06 Nov 1994 08:49:37 GMT`.
package struct HTTPDate {
  package let text: String
  private let second: Int64

  package init(_ date: Date) {
    second = date.seconds
    let time = Array(Date(milliseconds: second * 1000).rfc3339)
    let (year, month, day, clock) = (time[0..<4], time[5..<7], time[8..<10], time[11..<19])
    // 1 January 1970 was a Thursday.
    let weekday = Int((second / 86_400 - (second % 86_400 < 0 ? 1 : 0)) % 7 + 11) % 7
    text =
      "\(Self.days[weekday]), \(String(day)) \(Self.months[Int(String(month))! - 1]) \(String(year)) "
      + "\(String(clock)) GMT"
  }

  /// Returns whether `date` has the same text.
  ///
  /// Formatting it again takes as long as the rest of an answer.
  package func isSame(as date: Date) -> Bool { date.seconds == second }

  private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  fileprivate static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}

extension Date {
  /// Parses the format of `HTTPDate`, which all current servers send.
  ///
  /// Returns nil for other formats.
  package init?(httpDate text: String) {
    let parts = text.split(separator: " ")
    guard parts.count == 6, parts[5] == "GMT",
      let month = HTTPDate.months.firstIndex(of: String(parts[2]))
    else { return nil }
    let number = month < 9 ? "0\(month + 1)" : "\(month + 1)"
    self.init(rfc3339: "\(parts[3])-\(number)-\(parts[1])T\(parts[4])Z")
  }
}
