import Essentials
import IdentityToolkit
import LibC

extension Date {
  /// Hours, minutes and seconds where the person is, after the date unless that is today's.
  func timeOfDay(asOf now: Date) -> String {
    let day = localDay
    return (day == now.localDay ? "" : day + " ") + two([local.tm_hour, local.tm_min, local.tm_sec], ":")
  }

  /// The day where the person is.
  var localDay: String { two([local.tm_year + 1900, local.tm_mon + 1, local.tm_mday], "-") }

  private var local: tm {
    var seconds = time_t(self.seconds)
    var parts = tm()
    localtime_r(&seconds, &parts)
    return parts
  }

  /// Numbers of two digits at least.
  private func two(_ numbers: [Int32], _ separator: String) -> String {
    numbers.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: separator)
  }
}
