/// Codes that change with time, RFC 6238: what authenticator apps show.
package struct TOTP: Equatable, Sendable {
  package enum Algorithm: Sendable {
    case sha1, sha256, sha512
  }

  package let secret: [UInt8]
  package let algorithm: Algorithm
  package let digits: Int
  /// Seconds that a code stands.
  package let period: Int64

  package init(secret: [UInt8], algorithm: Algorithm = .sha1, digits: Int = 6, period: Int64 = 30) {
    precondition(!secret.isEmpty && (6...8).contains(digits) && period > 0, "no such TOTP")
    self.secret = secret
    self.algorithm = algorithm
    self.digits = digits
    self.period = period
  }

  /// The code that stands at `seconds` since 1970.
  package func code(at seconds: Int64) -> String {
    code(ofStep: step(at: seconds))
  }

  /// How many periods have gone by at `seconds` since 1970.
  package func step(at seconds: Int64) -> Int64 {
    // Rounded down before 1970, too.
    (seconds - (seconds % period + period) % period) / period
  }

  /// When the code that stands at `seconds` is followed by the next.
  package func end(at seconds: Int64) -> Int64 {
    (step(at: seconds) + 1) * period
  }

  /// The step, at most `adjacentIntervals` before or after `seconds`, that `code` belongs to.
  ///
  /// The latest, should several steps share the code: whoever retires all steps up to it retires the code. The
  /// time taken tells neither whether nor where it was found.
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

  /// RFC 4226 §5.3.
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
