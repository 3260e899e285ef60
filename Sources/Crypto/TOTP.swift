/// Time-based codes of RFC 6238, which authenticator apps show.
package struct TOTP: Equatable, Sendable {
  package enum Algorithm: Sendable {
    case sha1, sha256, sha512
  }

  package let secret: [UInt8]
  package let algorithm: Algorithm
  package let digits: Int
  /// How long a code is valid, in seconds.
  package let period: Int64

  package init(secret: [UInt8], algorithm: Algorithm = .sha1, digits: Int = 6, period: Int64 = 30) {
    precondition(!secret.isEmpty && (6...8).contains(digits) && period > 0, "no such TOTP")
    self.secret = secret
    self.algorithm = algorithm
    self.digits = digits
    self.period = period
  }

  /// Returns the code at `seconds` since 1970.
  package func code(at seconds: Int64) -> String {
    code(ofStep: step(at: seconds))
  }

  /// Returns the number of complete periods at `seconds` since 1970.
  package func step(at seconds: Int64) -> Int64 {
    // This also rounds down before 1970.
    (seconds - (seconds % period + period) % period) / period
  }

  /// Returns when the next code replaces the one at `seconds`.
  package func end(at seconds: Int64) -> Int64 {
    (step(at: seconds) + 1) * period
  }

  /// Returns the step of `code`, at most `adjacentIntervals` before or after `seconds`, or nil.
  ///
  /// If several steps have the same code, this is the latest one. So blocking all steps up to it blocks the code. The
  /// time it takes reveals neither if nor where the code was found.
  package func matches(_ code: String, at seconds: Int64, adjacentIntervals: Int) -> Int64? {
    let step = step(at: seconds)
    let reach = Int64(adjacentIntervals)
    var found: Int64?
    for candidate in step - reach...step + reach
    where ConstantTime.equal(code, self.code(ofStep: candidate)) {
      found = candidate
    }
    return found
  }

  /// Computes the code of a step (RFC 4226 §5.3).
  private func code(ofStep step: Int64) -> String {
    let counter = stride(from: Int64(56), through: 0, by: -8).map { UInt8(truncatingIfNeeded: step >> $0) }
    let mac = mac(of: counter)
    let offset = Int(mac[mac.count - 1] & 15)
    let bits = mac[offset..<offset + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
    let number = String(bits)
    return String((String(repeating: "0", count: digits) + number).suffix(digits))
  }

  private func mac(of message: [UInt8]) -> [UInt8] {
    switch algorithm {
    case .sha1: Digest.hmacSHA1(message, key: secret)
    case .sha256: Digest.hmacSHA256(message, key: secret)
    case .sha512: Digest.hmacSHA512(message, key: secret)
    }
  }
}
