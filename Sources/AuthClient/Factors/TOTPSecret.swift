public import Essentials
import HTTP
import IdentityToolkit

/// A secret for an authenticator app.
///
/// Show it once, and do not keep it.
public struct TOTPSecret: Sendable, Equatable {
  private let secret: String
  /// The session that enrolls the app, together with a code.
  package let sessionInfo: String
  /// The hash function: `SHA1`, `SHA256` or `SHA512`.
  public let hashingAlgorithm: String
  /// The number of digits of a code.
  public let codeLength: Int
  /// How long a code is valid, in seconds.
  public let codeIntervalSeconds: Int
  /// The deadline for the enrollment, by the service's clock.
  ///
  /// It is about 15 minutes after the request.
  public let enrollmentCompletionDeadline: Date

  /// The time for an enrollment in seconds, if the server does not report it. Google's service gives the same.
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

  /// Returns the secret in Base32, which a user can type into the app.
  public func sharedSecretKey() -> String { secret }

  /// The secret in groups of four characters, which are easier to type.
  package var groupedSecret: String {
    var groups: [Substring] = []
    var rest = secret[...]
    while !rest.isEmpty {
      groups.append(rest.prefix(4))
      rest = rest.dropFirst(4)
    }
    return groups.joined(separator: " ")
  }

  /// Whether the secret has the parameters that authenticator apps assume by default.
  package var isUsual: Bool { (hashingAlgorithm, codeLength, codeIntervalSeconds) == ("SHA1", 6, 30) }

  /// Returns the content of a QR code for authenticator apps, `otpauth://totp/…`.
  ///
  /// It leaves out default parameters, so that the QR code is small enough for a terminal.
  /// - Parameters:
  ///   - accountName: The account's name in the app, for example the user's address.
  ///   - issuer: The product's name in the app.
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
  /// The text without Base32 padding, which an otpauth URL does not contain.
  fileprivate var withoutPadding: String {
    String(self[..<(lastIndex { $0 != "=" }.map(index(after:)) ?? startIndex)])
  }
}

/// Keeps the secret out of `print` and `dump`.
extension TOTPSecret: CustomStringConvertible, CustomReflectable {
  public var description: String { "the secret of an authenticator app" }

  public var customMirror: Mirror { Mirror(self, children: []) }
}
