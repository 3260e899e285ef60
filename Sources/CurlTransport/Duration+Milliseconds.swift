extension Duration {
  /// As libcurl takes a deadline: whole milliseconds, rounded up, one at least, since to libcurl 0 is none, and at most
  /// the 24 days that 32 bits hold.
  var milliseconds: Int {
    let (seconds, attoseconds) = min(max(self, .milliseconds(1)), .milliseconds(Int32.max)).components
    return Int(seconds) * 1000 + Int((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }
}
