/// How one thing compares with another that was measured right after it, many times over.
///
/// On a machine that others use too, a figure says more about the others; a ratio of neighbours does not.
struct Ratio {
  let median: Double
  let lowerQuartile: Double
  let upperQuartile: Double
  /// The medians of the two things themselves.
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
  /// The value below which the part `fraction` of all lies.
  func quantile(_ fraction: Double) -> Double {
    let ordered = sorted()
    return ordered[Int((Double(count - 1) * fraction).rounded())]
  }
}
