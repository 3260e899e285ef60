extension Bar {
  /// Measures the first run.
  ///
  /// The median counts, because the time to find the primes of a key varies.
  @Sendable static func cold(_ lot: Lot) throws -> [Finding] {
    let times = try (0..<15).map { number in
      let fresh = try lot.lot("\(number)")
      return try fresh.usher("verify-phone", "+4915112345678", "--no-wait").run().wall.milliseconds
    }
    return [.figure("first verify-phone of all, median of 15", times.quantile(0.5), "ms", atMost: 250)]
  }
}
