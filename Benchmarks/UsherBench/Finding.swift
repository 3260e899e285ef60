/// A measured value and its promise.
struct Finding {
  let subject: String
  let measured: String
  let promise: String
  /// Nil if it cannot be measured on this system.
  let isKept: Bool?

  var cells: [String] {
    [subject, measured, promise, isKept.map { $0 ? "met" : "NOT MET" } ?? "not measured"]
  }

  static func notMeasured(_ subject: String, because reason: String) -> Finding {
    Finding(subject: subject, measured: reason, promise: "", isKept: nil)
  }

  static func figure(_ subject: String, _ value: Double, _ unit: String, atMost limit: Double) -> Finding {
    Finding(
      subject: subject, measured: "\(value.short) \(unit)", promise: "≤ \(limit.short) \(unit)",
      isKept: value <= limit)
  }

  /// - Parameter unit: The unit of the two values.
  static func ratio(_ subject: String, _ ratio: Ratio, _ unit: String, atMost limit: Double) -> Finding {
    Finding(
      subject: subject, measured: ratio.text(unit), promise: "≤ \(limit.short) ×",
      isKept: ratio.median <= limit)
  }

  static func ratio(_ subject: String, _ ratio: Ratio, _ unit: String, atLeast limit: Double) -> Finding {
    Finding(
      subject: subject, measured: ratio.text(unit), promise: "≥ \(limit.short) ×",
      isKept: ratio.median >= limit)
  }
}
