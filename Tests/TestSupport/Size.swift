import LibC

/// How much is tried: what every change can afford, or all of it (`make check-long`).
package enum Size {
  package static let isLong = getenv("USHER_LONG_CHECKS") != nil

  /// Says how much it was, where somebody waits for the figure.
  package static func report(_ figure: String) {
    if isLong { print(figure) }
  }

  package static func of<Value>(_ usual: Value, long: Value) -> Value { isLong ? long : usual }
}

extension Collection {
  /// All of them in a long run; otherwise one of `count`, beginning with the first, and the last `end`.
  package func sample(oneOf count: Int, andLast end: Int = 0) -> [Element] {
    enumerated().filter { Size.isLong || $0.offset.isMultiple(of: count) || $0.offset >= self.count - end }
      .map(\.element)
  }
}
