/// Times as the service counts them, and as they are kept.
extension Date {
  /// Whole milliseconds since 1970; of a time between two of them the earlier.
  package var milliseconds: Int64 {
    // A `Date` is a tenth of a microsecond off most milliseconds, on either side.
    Int64(bounding: (timeIntervalSinceReferenceDate * 1000 + 0.001).rounded(.down) + Self.epoch)
  }

  /// Whole seconds since 1970, as tokens count.
  package var seconds: Int64 { Int64(bounding: timeIntervalSince1970.rounded(.down)) }

  package init(milliseconds: Int64) {
    self.init(timeIntervalSinceReferenceDate: (Double(milliseconds) - Self.epoch) / 1000)
  }

  /// From 1970 to 2001, where `Date` has its zero.
  private static let epoch = 978_307_200_000.0
}

extension Int64 {
  /// What a whole number is that may be any: beyond 2^53, where they have gaps, the last one before. There is room for
  /// sums, so that no time that was made up ends the process.
  fileprivate init(bounding number: Double) {
    // In this order, what is no number at all becomes one as well.
    self.init(Swift.min(Swift.max(-0x1p53, number), 0x1p53))
  }
}
