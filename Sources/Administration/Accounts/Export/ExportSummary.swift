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
  /// The format of `firebase auth:import` omits these passwords.
  package var readablePasswords = 0
  /// Accounts with second factors, which the format of `firebase auth:import` omits.
  package var secondFactors = 0
  /// Accounts with an authenticator app whose secret the service hides. The app does not work after an import.
  package var hiddenAppSecrets = 0
  /// Accounts with passkeys, which the format of `firebase auth:import` omits.
  package var passkeys = 0
  /// Accounts with a provider that the format of `firebase auth:import` omits.
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

  package mutating func count(_ account: AccountRecord) {
    accounts += 1
    switch account.hashState(in: .firebase) {
    case .none, .kept: break
    case .redacted: redactedPasswords += 1
    case .unexplained: unexplainedPasswords += 1
    case .readable: readablePasswords += 1
    }
    if account.mfaInfo?.isEmpty == false { secondFactors += 1 }
    let apps = (account.mfaInfo ?? []).compactMap(\.totpInfo)
    if apps.contains(where: { $0.sharedSecretKey == nil }) { hiddenAppSecrets += 1 }
    if account.passkeyInfo?.isEmpty == false { passkeys += 1 }
    if account.hasProviderUnknownToFirebase { otherProviders += 1 }
  }
}
