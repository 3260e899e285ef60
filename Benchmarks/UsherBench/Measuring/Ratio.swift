/// The ratio of two values that were measured one right after the other, many times.
///
/// On a shared machine, single values depend on the other load, but such ratios do not.
struct Ratio {
  let median: Double
  let lowerQuartile: Double
  let upperQuartile: Double
  /// The medians of the two values.
  let ours: Double
  let theirs: Double

  init(_ pairs: [(ours: Double, theirs: Double)]) {
    let ratios = pairs.map { $0.ours / $0.theirs }
    median = ratios.quantile(0.5)
    lowerQuartile = ratios.quantile(0.25)
    upperQuartile = ratios.quantile(0.75)
    ours = pairs.map(\.ours).quantile(0.5)
    theirs = pairs.map(\.theirs).quantile(0.5)
  }

  func text(_ unit: String) -> String {
    "\(median.short) × (\(lowerQuartile.short)–\(upperQuartile.short); \(ours.short) : \(theirs.short) \(unit))"
  }
}

extension [Double] {
  /// Returns the value below which the given fraction of all values lies.
  func quantile(_ fraction: Double) -> Double {
    let ordered = sorted()
    return ordered[Int((Double(count - 1) * fraction).rounded())]
  }
}
