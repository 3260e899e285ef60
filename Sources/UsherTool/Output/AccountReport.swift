import Essentials
import IdentityToolkit
import TerminalIO

// How accounts, sessions and pending steps look in results, for every command alike.

extension SavedSession {
  /// The members `account` and `session` of a result.
  var members: [JSONValue.Member] {
    [.init("account", accountJSON), .init("session", sessionJSON)]
  }

  var accountJSON: JSONValue {
    .object([
      .init("uid", .string(uid)), .init("email", .optional(account.email)),
      .init("email_verified", .bool(account.emailVerified)), .init("phone", .optional(account.phone)),
      .init("display_name", .optional(account.displayName)),
      .init("providers", .array(account.providers.map { .string($0) })),
      .init("mfa", .array(account.factors.map(\.json))),
    ])
  }

  var sessionJSON: JSONValue {
    .object([
      .init("expires_at", .string(expiresAt.rfc3339)), .init("signed_in_at", .string(signedInAt.rfc3339)),
      .init("sign_in_provider", .optional(signInProvider)),
      .init("second_factor", .optional(secondFactor)),
    ])
  }

  /// What people call the account: its number, address or name, in one line.
  var title: String {
    SafeText.line(
      account.phone ?? account.email ?? account.displayName ?? (account.isAnonymous ? "anonymous" : uid))
  }

  static let fields =
    ["uid", "email", "email_verified", "phone", "display_name", "providers[]"].map { "account." + $0 }
    + SavedFactor.fields.map { "account.mfa[]." + $0 }
    + ["expires_at", "signed_in_at", "sign_in_provider", "second_factor"].map { "session." + $0 }
}

extension SavedFactor {
  var json: JSONValue {
    .object([
      .init("id", .string(id)), .init("type", .string(type.rawValue)), .init("hint", .optional(hint)),
      .init("name", .optional(name)), .init("enrolled_at", .optional(enrolledAt?.rfc3339)),
    ])
  }

  static let fields = ["id", "type", "hint", "name", "enrolled_at"]
}

extension PendingStep {
  var json: JSONValue {
    var members: [JSONValue.Member] = [
      .init("id", .string(id.rawValue)), .init("kind", .string(kindName)),
      .init("session", .string(session)),
    ]
    if let sentCode {
      members += [
        .init("phone", .string(sentCode.phone)), .init("verification_id", .string(sentCode.verificationID)),
      ]
    }
    if let sentLink {
      members.append(.init("email", .string(sentLink.newEmail ?? sentLink.email)))
    }
    if case .secondFactor(_, let choice) = kind {
      members.append(.init("factors", .array(choice.factors.map(\.json))))
    }
    members.append(.init("expires_at", .string(expiresAt.rfc3339)))
    if let resendAfter = sentCode?.resendAfter ?? sentLink?.resendAfter {
      members.append(.init("resend_after", .string(resendAfter.rfc3339)))
    }
    return .object(members)
  }

  static let fields =
    ["id", "kind", "session", "phone", "verification_id", "email", "expires_at", "resend_after"]
    + SavedFactor.fields.map { "factors[]." + $0 }
}

extension JSONValue {
  static func optional(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
}
