package import Essentials
import HTTP
import IdentityToolkit

/// What an authenticator app is given. Shown once, never kept.
package struct TOTPSecret: Sendable, Equatable {
  /// Base32.
  package let sharedSecretKey: String
  /// `SHA1`, `SHA256` or `SHA512`.
  package let hashingAlgorithm: String
  package let codeLength: Int
  /// Seconds that a code is good for.
  package let codeInterval: Int
  /// What finishes the enrollment, together with a code.
  package let sessionInfo: String
  /// Until when, by the service's clock.
  package let enrollmentCompletionDeadline: Date

  /// Seconds in which an enrollment can be finished where the server does not say: production's.
  private static let usualTime: Double = 900

  init(_ answer: TOTPSession?, now: Date) throws(AuthError) {
    guard let answer, let secret = answer.sharedSecretKey?.withoutPadding, !secret.isEmpty,
      secret.utf8.count <= 256,
      secret.utf8.allSatisfy(Self.isBase32), let session = answer.sessionInfo, !session.isEmpty
    else { throw .malformedAnswer(status: 200, reason: "no secret for an authenticator app") }
    sharedSecretKey = secret
    hashingAlgorithm = answer.hashingAlgorithm ?? "SHA1"
    codeLength = answer.verificationCodeLength ?? 6
    codeInterval = answer.periodSec ?? 30
    sessionInfo = session
    enrollmentCompletionDeadline =
      answer.finalizeEnrollmentTime.flatMap { Date(rfc3339: $0) } ?? now + Self.usualTime
    guard (6...8).contains(codeLength), (1...3600).contains(codeInterval),
      ["SHA1", "SHA256", "SHA512"].contains(hashingAlgorithm)
    else { throw .malformedAnswer(status: 200, reason: "an authenticator app of an unknown kind") }
  }

  /// Whether its codes are what authenticator apps make of a bare secret.
  package var isUsual: Bool { (hashingAlgorithm, codeLength, codeInterval) == ("SHA1", 6, 30) }

  /// The secret in groups of four, for people who type it.
  package var groupedSecret: String {
    var groups: [Substring] = []
    var rest = sharedSecretKey[...]
    while !rest.isEmpty {
      groups.append(rest.prefix(4))
      rest = rest.dropFirst(4)
    }
    return groups.joined(separator: " ")
  }

  /// What the QR code says: `otpauth://totp/issuer:account?secret=…`.
  ///
  /// What authenticator apps take for granted is left out, so that the code is small enough for a terminal.
  package func otpauthURL(accountName: String, issuer: String) -> String {
    let (issuer, account) = (FormEncoding.encode(issuer), FormEncoding.encode(accountName))
    let kind = "&algorithm=\(hashingAlgorithm)&digits=\(codeLength)&period=\(codeInterval)"
    return "otpauth://totp/\(issuer):\(account)?secret=\(sharedSecretKey)&issuer=\(issuer)"
      + (isUsual ? "" : kind)
  }

  private static func isBase32(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "2")...UInt8(ascii: "7"): true
    default: false
    }
  }
}

extension String {
  /// An otpauth URL takes no padding.
  fileprivate var withoutPadding: String {
    String(self[..<(lastIndex { $0 != "=" }.map(index(after:)) ?? startIndex)])
  }
}
