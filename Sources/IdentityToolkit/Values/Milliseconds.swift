package import Essentials

/// Times as the service counts them, and as they are kept.
extension Date {
  /// Whole milliseconds since 1970; of a time between two of them the earlier.
  package var milliseconds: Int64 {
    // A `Date` is a tenth of a microsecond off most milliseconds, on either side.
    Int64((timeIntervalSinceReferenceDate * 1000 + 0.001).rounded(.down) + Self.epoch)
  }

  package init(milliseconds: Int64) {
    self.init(timeIntervalSinceReferenceDate: (Double(milliseconds) - Self.epoch) / 1000)
  }

  /// From 1970 to 2001, where `Date` has its zero.
  private static let epoch = 978_307_200_000.0
}
