extension Duration {
  /// The duration as libcurl expects it: whole milliseconds, rounded up.
  ///
  /// It is at least 1, because 0 means no limit to libcurl. It is at most the 24 days that fit in 32 bits.
  var milliseconds: Int {
    let (seconds, attoseconds) = min(max(self, .milliseconds(1)), .milliseconds(Int32.max)).components
    return Int(seconds) * 1000 + Int((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }
}
