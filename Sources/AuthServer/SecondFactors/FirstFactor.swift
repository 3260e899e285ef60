import IdentityToolkit

/// How every first factor ends: with a session, or with the question for a second factor.
struct FirstFactor: Sendable {
  private let call: Call

  init(_ call: Call) {
    self.call = call
  }

  /// Opens `new` for an account whose first factor was right, unless a second one is asked for. Then no session
  /// is opened, and no sign-in noted.
  func finish(
    for account: Account, isNew: Bool = false, _ new: NewSession, _ settings: ProjectSettings,
    in transaction: Transaction
  ) throws -> Grant {
    let factors = Self.secondFactorsAsked(of: account, after: new.session.provider, settings)
    guard factors.isEmpty else {
      let credential = try PendingCredentials(call).make(new, for: account, in: transaction)
      return Grant(account: account, outcome: .secondFactorRequired(credential: credential, factors))
    }
    return try Sessions(call).signIn(to: account, isNew: isNew, new, in: transaction)
  }

  /// The second factors that an account is asked for after a first one.
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
  /// Providers that no second factor follows, and that enroll none.
  static let providersWithoutSecondFactor: Set = ["phone", "anonymous", "custom"]
}
