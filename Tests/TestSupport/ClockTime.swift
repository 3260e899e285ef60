import Essentials
import LibC

extension TestClock {
  /// The hours, minutes and seconds that a clock on the wall here shows in so many seconds.
  package func wallTime(in seconds: Double = 0) -> String {
    var time = time_t((now + seconds).timeIntervalSince1970)
    var parts = tm()
    localtime_r(&time, &parts)
    return [parts.tm_hour, parts.tm_min, parts.tm_sec].map { $0 < 10 ? "0\($0)" : "\($0)" }
      .joined(separator: ":")
  }
}
