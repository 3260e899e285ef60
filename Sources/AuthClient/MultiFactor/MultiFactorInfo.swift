import IdentityToolkit

/// A second factor of an account, as a hint at sign-in or in the account's own list.
package struct MultiFactorInfo: Sendable, Equatable {
  /// The server's enrollment id.
  package var uid: String
  package var displayName: String?
  /// RFC 3339 as the server wrote it.
  package var enrolledAt: String?
  package var kind: Kind

  package enum Kind: Sendable, Equatable {
    /// The number, masked at sign-in.
    case phone(String)
    case totp
    /// A kind that came after this library; shown, never dropped.
    case unsupported
  }

  package init(uid: String, displayName: String? = nil, enrolledAt: String? = nil, kind: Kind) {
    self.uid = uid
    self.displayName = displayName
    self.enrolledAt = enrolledAt
    self.kind = kind
  }

  /// Nil for a record without an id, which nothing could be done with; so is one that no service would give
  /// out: ids become words of commands.
  init?(enrollment: MFAEnrollment) {
    guard let id = enrollment.mfaEnrollmentId, Self.isID(id) else { return nil }
    let kind: Kind =
      if let number = enrollment.unobfuscatedPhoneInfo ?? enrollment.phoneInfo {
        .phone(number)
      } else if enrollment.totpInfo != nil {
        .totp
      } else {
        .unsupported
      }
    self.init(
      uid: id, displayName: enrollment.displayName, enrolledAt: enrollment.enrolledAt, kind: kind)
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
