public import Essentials
import HTTP
import IdentityToolkit

/// What an authenticator app is given. A secret: show it once, keep it nowhere.
public struct TOTPSecret: Sendable, Equatable {
  private let secret: String
  /// What finishes the enrollment, together with a code.
  package let sessionInfo: String
  /// `SHA1`, `SHA256` or `SHA512`.
  public let hashingAlgorithm: String
  /// The number of digits of a code.
  public let codeLength: Int
  /// The seconds that a code is good for.
  public let codeIntervalSeconds: Int
  /// Until when the enrollment has to be finished, by the service's clock; about 15 minutes.
  public let enrollmentCompletionDeadline: Date

  /// Seconds in which an enrollment can be finished where the server does not say: production's.
  private static let usualTime: Double = 900

  init(_ answer: TOTPSession?, now: Date) throws(AuthFailure) {
    guard let answer, let secret = answer.sharedSecretKey?.withoutPadding, !secret.isEmpty,
      secret.utf8.count <= 256,
      secret.utf8.allSatisfy(Self.isBase32), let session = answer.sessionInfo, !session.isEmpty
    else { throw .malformedAnswer(status: 200, reason: "no secret for an authenticator app") }
    self.secret = secret
    hashingAlgorithm = answer.hashingAlgorithm ?? "SHA1"
    codeLength = answer.verificationCodeLength ?? 6
    codeIntervalSeconds = answer.periodSec ?? 30
    sessionInfo = session
    enrollmentCompletionDeadline =
      answer.finalizeEnrollmentTime.flatMap { Date(rfc3339: $0) } ?? now + Self.usualTime
    guard (6...8).contains(codeLength), (1...3600).contains(codeIntervalSeconds),
      ["SHA1", "SHA256", "SHA512"].contains(hashingAlgorithm)
    else { throw .malformedAnswer(status: 200, reason: "an authenticator app of an unknown kind") }
  }

  /// The secret in Base32, as people type it into an app.
  public func sharedSecretKey() -> String { secret }

  /// The secret in groups of four, for people who type it.
  package var groupedSecret: String {
    var groups: [Substring] = []
    var rest = secret[...]
    while !rest.isEmpty {
      groups.append(rest.prefix(4))
      rest = rest.dropFirst(4)
    }
    return groups.joined(separator: " ")
  }

  /// Whether its codes are what authenticator apps make of a bare secret.
  package var isUsual: Bool { (hashingAlgorithm, codeLength, codeIntervalSeconds) == ("SHA1", 6, 30) }

  /// What a QR code has to say: `otpauth://totp/…`, which authenticator apps take.
  ///
  /// It leaves out what authenticator apps take for granted, so that the code is small enough for a terminal.
  /// - Parameters:
  ///   - accountName: Shown in the app, the user's address for example.
  ///   - issuer: Shown in the app, the name of the product.
  public func generateQRCodeURL(withAccountName accountName: String, issuer: String) -> String {
    let (issuer, account) = (FormEncoding.encode(issuer), FormEncoding.encode(accountName))
    let kind = "&algorithm=\(hashingAlgorithm)&digits=\(codeLength)&period=\(codeIntervalSeconds)"
    return "otpauth://totp/\(issuer):\(account)?secret=\(secret)&issuer=\(issuer)" + (isUsual ? "" : kind)
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

/// Without what is secret in it, also where it is dumped.
extension TOTPSecret: CustomStringConvertible, CustomReflectable {
  public var description: String { "the secret of an authenticator app" }

  public var customMirror: Mirror { Mirror(self, children: []) }
}
