import Essentials

extension Date {
  /// The nearest time from 1970 to 9998.
  ///
  /// Times and lifetimes are stored as whole numbers and written with four-digit years.
  var onAServersClock: Date {
    let earliest = 0.0, latest = 253_370_764_800.0
    // With this order of operands, NaN becomes the earliest time.
    let seconds = timeIntervalSince1970 > earliest ? timeIntervalSince1970 : earliest
    return Date(timeIntervalSince1970: min(seconds, latest))
  }
}
