import LibC

/// How much is tried: what every change can afford, or all of it (`make check-long`).
enum Size {
  static let isLong = getenv("USHER_LONG_CHECKS") != nil

  /// Says how much it was, where somebody waits for the figure.
  static func report(_ figure: String) {
    if isLong { print(figure) }
  }

  static func of<Value>(_ usual: Value, long: Value) -> Value { isLong ? long : usual }
}
