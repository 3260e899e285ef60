import Essentials

extension Date {
  /// Whole seconds since 1970, as tokens count.
  var seconds: Int64 { Int64(timeIntervalSince1970.rounded(.down)) }
}
