import Administration
import Essentials

extension ExportSummary {
  /// A sentence for each kind of data that the file does not have.
  var notes: [Text] {
    let kinds: [(Text, Int)] = [
      (
        "Accounts without their password, because the caller may not see the hashes", redactedPasswords
      ),
      (
        "Accounts without their password, because the service does not say how it was hashed",
        unexplainedPasswords
      ),
      ("Accounts without their password, which is not hashed", readablePasswords),
      ("Accounts that lose their second factors", secondFactors),
      ("Accounts with an authenticator app whose secret the service hides", hiddenAppSecrets),
      ("Accounts that lose their passkeys", passkeys),
      ("Accounts that lose a provider", otherProviders),
    ]
    return kinds.compactMap { Text(counted: $0, $1) }
  }

  var losses: AccountLosses {
    AccountLosses(
      passwords: redactedPasswords + unexplainedPasswords + readablePasswords, providers: otherProviders,
      secondFactors: secondFactors + hiddenAppSecrets, passkeys: passkeys)
  }
}

extension Text {
  /// The sentence that so many are of a kind; nil if none is.
  init?(counted kind: Text, _ count: Int) {
    guard count > 0 else { return nil }
    self = "\(kind): \(count)."
  }
}
