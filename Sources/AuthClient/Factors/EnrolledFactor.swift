package import Essentials
import IdentityToolkit

/// A second factor of an account, as a sign-in's hint or the account's own list shows it.
package struct EnrolledFactor: Codable, Equatable, Sendable {
  /// The server's enrollment id.
  package var uid: String
  package var type: FactorID
  package var displayName: String?
  /// A phone's number as the server gave it: whole to the account's owner, masked in a hint.
  package var phoneNumber: String?
  package var enrolledAt: Date?

  package init(
    uid: String, type: FactorID, displayName: String? = nil, phoneNumber: String? = nil,
    enrolledAt: Date? = nil
  ) {
    self.uid = uid
    self.type = type
    self.displayName = displayName
    self.phoneNumber = phoneNumber
    self.enrolledAt = enrolledAt
  }

  private enum CodingKeys: String, CodingKey {
    case uid = "id"
    case type
    case displayName = "name"
    case phoneNumber = "phone"
    case enrolledAt = "enrolled_at"
  }
}

extension EnrolledFactor {
  /// Nil for a record without an id, which nothing could be done with; so is one that no service would give
  /// out: ids become words of commands.
  init?(enrollment: MFAEnrollment) {
    guard let id = enrollment.mfaEnrollmentId, Self.isID(id) else { return nil }
    let number = enrollment.unobfuscatedPhoneInfo ?? enrollment.phoneInfo
    self.init(
      uid: id, type: number != nil ? .phone : enrollment.totpInfo != nil ? .totp : .unsupported,
      displayName: enrollment.displayName, phoneNumber: number,
      enrolledAt: enrollment.enrolledAt.flatMap { Date(rfc3339: $0) })
  }

  private static func isID(_ text: String) -> Bool {
    (1...128).contains(text.utf8.count) && text.first != "-"
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
          true
        default: false
        }
      }
  }
}
