import Essentials
import IdentityToolkit

/// The end of a first factor: a session, or a request for a second factor.
struct FirstFactor: Sendable {
  let call: Call

  /// Opens `new` after a right first factor, unless a second factor is required.
  ///
  /// If it is, no session opens, and the last sign-in time does not change.
  func finish(
    for account: Account, isNew: Bool = false, _ new: NewSession, _ settings: ProjectSettings,
    in transaction: Transaction
  ) throws -> Grant {
    let factors = Self.secondFactorsAsked(of: account, after: new.session.provider, settings)
    guard factors.isEmpty else {
      let credential = try PendingCredentials(call: call).make(new, for: account, in: transaction)
      return Grant(account: account, outcome: .secondFactorRequired(credential: credential, factors))
    }
    return try Sessions(call: call).signIn(to: account, isNew: isNew, new, in: transaction)
  }

  /// Continues the session of `token` after a sign-in method was linked to its account.
  ///
  /// At Firebase's emulator, this is a sign-in: it can require a second factor, and a function can refuse or change it.
  func link(
    _ provider: String, to account: Account, by token: IDToken, signedInAt: Date? = nil,
    _ newToken: RefreshToken, _ settings: ProjectSettings, in transaction: Transaction
  ) throws -> Grant {
    guard !call.dialect.renewsAfterFirstFactor else {
      return try Sessions(call: call).renew(
        token, of: account, provider: provider, signedInAt: signedInAt, newToken, in: transaction)
    }
    let session = token.session(for: account, provider: provider, signedInAt: signedInAt)
    return try finish(
      for: account, NewSession(session: session, token: newToken), settings, in: transaction)
  }

  /// Returns the second factors that are required after a first one.
  static func secondFactorsAsked(
    of account: Account, after provider: String, _ settings: ProjectSettings
  ) -> [SecondFactor] {
    guard !AuthSession.providersWithoutSecondFactor.contains(provider) else { return [] }
    return account.secondFactors.filter {
      $0.phone == nil ? settings.mfa.isTOTPAskedFor : settings.mfa.isSMSAskedFor
    }
  }
}

extension AuthSession {
  /// Providers after which no second factor is required.
  ///
  /// They cannot enroll one either.
  static let providersWithoutSecondFactor: Set = ["phone", "anonymous", "custom"]
}
