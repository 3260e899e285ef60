package import Essentials
import IdentityToolkit

/// A second factor in the account's own list or in a sign-in's hints.
package struct EnrolledFactor: Codable, Equatable, Sendable {
  /// The server's enrollment ID.
  package var uid: String
  package var type: FactorID
  package var displayName: String?
  /// The phone's number: complete for the account's user, masked in a hint.
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
  /// Reads the server's record; nil without a valid ID.
  ///
  /// The ID becomes a word of commands, so the initializer refuses characters that no service uses.
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
      && text.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "_-".utf8.contains($0) }
  }
}
