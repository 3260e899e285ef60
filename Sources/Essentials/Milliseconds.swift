/// Times in the units of the service and of saved data.
extension Date {
  /// The time in whole milliseconds since 1970, rounded down.
  package var milliseconds: Int64 {
    // A `Date` differs from most milliseconds by a tenth of a microsecond, up or down.
    Int64(bounding: (timeIntervalSinceReferenceDate * 1000 + 0.001).rounded(.down) + Self.epoch)
  }

  /// The time in whole seconds since 1970, as in tokens.
  package var seconds: Int64 { Int64(bounding: timeIntervalSince1970.rounded(.down)) }

  package init(milliseconds: Int64) {
    self.init(timeIntervalSinceReferenceDate: (Double(milliseconds) - Self.epoch) / 1000)
  }

  /// The milliseconds from 1970 to 2001, where `Date` begins.
  private static let epoch = 978_307_200_000.0
}

extension Int64 {
  /// Converts a whole number, limited to ±2^53. Beyond that, a `Double` cannot hold every whole number.
  ///
  /// The limit leaves room for sums, so that an invented time cannot crash the process.
  fileprivate init(bounding number: Double) {
    // In this order, NaN becomes a number, too.
    self.init(Swift.min(Swift.max(-0x1p53, number), 0x1p53))
  }
}
