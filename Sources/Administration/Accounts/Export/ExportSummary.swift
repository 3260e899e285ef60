package import IdentityToolkit

/// What an export has written so far, and what the file does not have.
package struct ExportSummary: Codable, Equatable, Sendable {
  package var accounts = 0
  /// Accounts without their password hash, because the service hides it from this caller.
  package var redactedPasswords = 0
  /// Accounts without their password hash, because the service does not say how it was made.
  package var unexplainedPasswords = 0
  /// Accounts whose password can be read: Firebase's emulator does not hash.
  ///
  /// The formats of `firebase auth:import` omit these passwords.
  package var readablePasswords = 0
  /// Accounts with second factors that the format omits: authenticator apps in Firebase's JSON, and all in its CSV.
  package var secondFactors = 0
  /// Accounts with an authenticator app whose secret the service hides. The app does not work after an import.
  package var hiddenAppSecrets = 0
  /// Accounts with passkeys, which the formats of `firebase auth:import` omit.
  package var passkeys = 0
  /// Accounts with a provider that the formats of `firebase auth:import` omit.
  package var otherProviders = 0

  package init() {}

  /// Returns whether a file of so many bytes can have this summary. Each account takes more than one byte.
  func canBe(of size: Int) -> Bool {
    let parts = [
      redactedPasswords, unexplainedPasswords, readablePasswords, secondFactors, hiddenAppSecrets, passkeys,
      otherProviders,
    ]
    return (0...size).contains(accounts) && parts.allSatisfy((0...accounts).contains)
  }

  package mutating func count(_ account: AccountRecord, in format: AccountFormat) {
    accounts += 1
    switch account.hashState(in: format) {
    case .none, .kept: break
    case .redacted: redactedPasswords += 1
    case .unexplained: unexplainedPasswords += 1
    case .readable: readablePasswords += 1
    }
    let factors = account.mfaInfo ?? []
    if format == .usher {
      if factors.contains(where: { $0.totpInfo != nil && $0.totpInfo?.sharedSecretKey == nil }) {
        hiddenAppSecrets += 1
      }
      return
    }
    if factors.contains(where: { format == .csv || $0.totpInfo != nil }) { secondFactors += 1 }
    if account.passkeyInfo?.isEmpty == false { passkeys += 1 }
    if account.hasProviderUnknownToFirebase { otherProviders += 1 }
  }
}
