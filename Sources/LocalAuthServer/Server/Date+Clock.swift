import Essentials

extension Date {
  /// The nearest time from 1970 to 9998: times and lifetimes added to them are kept in whole numbers, and written with
  /// years of four digits.
  var onAServersClock: Date {
    let earliest = 0.0, latest = 253_370_764_800.0
    // NaN is no less than anything.
    let seconds = timeIntervalSince1970 > earliest ? timeIntervalSince1970 : earliest
    return Date(timeIntervalSince1970: min(seconds, latest))
  }
}
