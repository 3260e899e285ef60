import Essentials

extension Policy {
  /// All entries, in the order in which they are printed.
  package static let entries: [PolicyEntry] = [
    .seconds("id-token-lifetime", \.idTokenLifetime, 60...86_400, .documented, "lifetime of an ID token"),
    .flag(
      "unsigned-tokens", \.unsignedTokens, .recorded,
      "ID tokens have no signature, as in Firebase's emulator; the admin SDK for Node needs that"
    ),
    .seconds("code-lifetime", \.codeLifetime, 1...86_400, .ours, "lifetime of an SMS code"),
    .count("tries-per-code", \.triesPerCode, 1...100, .ours, "wrong tries for an SMS code"),
    .count(
      "failures-per-back-off", \.failuresPerBackOff, 1...100, .ours,
      "wrong codes in a row until a number or an authenticator app has to wait"),
    .seconds(
      "back-off", \.backOff, 0...86_400, .ours,
      "first wait after wrong tries; each next wait is twice as long"),
    .count(
      "test-numbers-per-project", \.testNumbersPerProject, 0...1000, .documented,
      "fictional numbers besides the built-in one"),
    .flag(
      "app-verification", \.appVerificationRequired, .documented,
      "an SMS needs a receipt from a push or a reCAPTCHA token; recaptchaConfig is enforced"),
    .choice(
      "app-check", \.appCheck, .ours,
      "App Check tokens of calls: off ignores them, unenforced reports and enforced refuses a wrong one"),
    .flag(
      "recent-sign-in-required", \.recentSignInRequired, .documented,
      "sensitive changes need a recent sign-in: deletion, address, password, second factors"),
    .seconds(
      "recent-sign-in-window", \.recentSignInWindow, 1...86_400, .documented,
      "how old a recent sign-in may be"),
    .seconds(
      "sign-in-link-lifetime", \.signInLinkLifetime, 1...2_592_000, .ours, "lifetime of a sign-in link"),
    .seconds(
      "reset-link-lifetime", \.resetLinkLifetime, 1...2_592_000, .recorded,
      "lifetime of a link that resets a password"),
    .seconds(
      "verify-link-lifetime", \.verifyLinkLifetime, 1...2_592_000, .ours,
      "lifetime of a link that verifies or changes an address"),
    .seconds(
      "recover-link-lifetime", \.recoverLinkLifetime, 1...2_592_000, .ours,
      "lifetime of a link that restores an address or removes a new second factor"),
    .flag(
      "domains-checked", \.authorizedDomainsChecked, .documented,
      "links lead only to the project's authorized domains"),
    .flag(
      "enumeration-protection", \.enumerationProtection, .documented,
      "answers do not tell whether an address has an account, unless the project allows it; if service-answers=true, a tenant needs its own setting"
    ),
    .count(
      "sign-in-mails-per-day", \.signInMailsPerDay, 0...1_000_000, .documented,
      "sign-in links that a project sends each day; 0 means no limit"),
    .count(
      "reset-mails-per-day", \.resetMailsPerDay, 0...1_000_000, .documented,
      "password reset links that a project sends each day; 0 means no limit"),
    .count(
      "verify-mails-per-day", \.verifyMailsPerDay, 0...1_000_000, .documented,
      "verification links that a project sends each day; 0 means no limit"),
    .flag(
      "sms-everywhere", \.smsEverywhere, .ours,
      "without smsRegionConfig, SMS go to every region, so a first test works; a new project of Google's sends none"
    ),
    .count(
      "sms-per-day", \.smsPerDay, 0...1_000_000, .documented,
      "SMS that a project sends each day; 0 means no limit, Google's limit is 3000"),
    .count(
      "sms-per-minute", \.smsPerMinute, 0...1_000_000, .documented,
      "SMS that a project sends each minute; 0 means no limit, Google's limit is 1000"),
    .count(
      "sms-per-address-minute", \.smsPerAddressMinute, 0...1_000_000, .documented,
      "SMS that one IP address (IPv6: a /64 network) requests each minute; 0 means no limit, because tests share an address; Google's limit is 50"
    ),
    .count(
      "sms-per-address-hour", \.smsPerAddressHour, 0...1_000_000, .documented,
      "SMS that one IP address (IPv6: a /64 network) requests each hour; 0 means no limit, because tests share an address; Google's limit is 500"
    ),
    .count(
      "sms-per-number-hour", \.smsPerNumberHour, 0...1_000_000, .ours,
      "SMS to one number each hour; 0 means no limit, because tests use a number again and again"),
    .choice(
      "idp-tokens", \.idpTokensChecked, (isTrue: "checked", isFalse: "any"), .recorded,
      "identities from providers: checked accepts only the server's own pages and verified tokens"),
    .flag(
      "saml-unsolicited", \.unsolicitedSAML, .ours,
      "a saml provider's responses are accepted if no app asked for them; if false, only those of the server's own page"
    ),
    .flag(
      "providers-by-themselves", \.providersByThemselves, .ours,
      "every identity provider is on without configuration, so a first sign-in needs none; Google's service needs one for each"
    ),
    .flag(
      "custom-token-signatures", \.customTokenSignatures, .documented,
      "custom tokens need a known signer and an expiry"),
    .flag(
      "service-answers", \.serviceAnswers, .recorded,
      "answers are those of Google's service; if false, those of Firebase's emulator"),
    .flag(
      "sessions-end-at-once", \.sessionsEndAtOnce, .ours,
      "a change that ends sessions also ends those of the same second; ID tokens count in whole seconds"
    ),
    .flag(
      "any-api-key", \.anyAPIKey, .ours,
      "every API key is accepted, as in the emulator; if false, only the project's client.apiKey"
    ),
    .choice(
      "other-projects", \.otherProjectsServed, (isTrue: "served", isFalse: "refused"), .ours,
      "requests for other projects than the server's own: refused is singleProjectMode in Firebase's emulator"
    ).ofServer,
    .choice(
      "new-project", \.newProjects, .ours,
      "projects that nobody initialized: ready does everything; uninitialized waits for initializeAuth, as Google's do; unbilled cannot have it"
    ),
    .choice(
      "password-hashing", \.passwordHashing, .ours,
      "how new passwords are stored: scrypt; fast (one pass of SHA-256); emulator (readable, for the emulator's UI)"
    ),
    .count(
      "scrypt-cost-exponent", \.scryptCostExponent, 1...20, .ours,
      "scrypt's cost N is two to this power"),
    .count(
      "password-queue", \.passwordQueue, 0...10_000, .ours,
      "how many passwords may wait for a free core; the default is half of the connections"
    ).ofServer,
    .count(
      "passwords-per-back-off", \.passwordFailuresPerBackOff, 1...100, .ours,
      "wrong passwords in a row until an address has to wait"),
    .seconds(
      "second-factor-window", \.secondFactorWindow, 1...86_400, .recorded,
      "how long after the first factor an SMS code is accepted"),
    .seconds(
      "totp-window", \.totpWindow, 1...86_400, .recorded,
      "how long after the first factor an authenticator app's code is accepted"),
    .count(
      "totp-code-length", \.totpCodeLength, 6...8, .recorded, "digits in the codes of a new authenticator app"
    ),
    .count(
      "second-factors-per-account", \.secondFactorsPerAccount, 1...100, .documented,
      "second factors per account, at most one of them an authenticator app"),
    .flag(
      "passkeys-by-themselves", \.passkeysByThemselves, .ours,
      "without passkeyConfig, passkeys are for localhost and loopback pages; if false, they are off, as in a new project of Google's"
    ),
    .flag(
      "passkey-verification", \.passkeyVerification, .documented,
      "answers of authenticators are verified; if false, any credential ID is accepted, as in Firebase's emulator"
    ),
    .choice(
      "user-verification", \.passkeyUserVerification, .ours,
      "whether the authenticator of a passkey verifies its user, with a PIN or a fingerprint; preferred also suits pages that offer passkeys in form fields"
    ),
    .flag(
      "passkey-second-factor", \.passkeySecondFactor, .ours,
      "a second factor is required after a passkey, too; if false, only after one that did not verify its user"
    ),
    .count("outbox-size", \.outboxSize, 1...10_000, .ours, "messages that the outbox keeps"),
    .seconds(
      "function-timeout", \.functionTimeout, 1...540, .documented,
      "how long a blocking function may take"),
    .flag(
      "functions-anywhere", \.functionsAnywhere, .ours,
      "blocking functions may be on the internet, not only on this machine or in a private network"),
    .count(
      "events-kept", \.eventsKept, 1...1_000_000, .ours,
      "events to functions that the server keeps, sent or not"
    ).ofServer,
  ]

  /// Names of earlier versions that now go with `service-answers`.
  private static let rulesOfDialect: Set = [
    "addresses-checked", "admin-links-ask-functions", "app-links", "batch-delete-events",
    "custom-token-events", "hints-show-calling-code", "link-after-second-factor", "link-changes-end-sessions",
    "links-end-with-account", "links-retire-older", "missing-values", "pending-sign-ins-end",
    "proofs-used-once", "tenant-names-checked", "tenants-made-on-mention", "unverified-ways-removed",
  ]

  /// Names of earlier versions whose values are fixed now.
  private static let constants: Set = [
    "app-receipt-lifetime", "authorization-lifetime", "back-off-limit", "clock-skew", "duplicate-addresses",
    "expired-code-memory", "failures-per-number", "id-token-grace", "keys-max-age", "mail-texts",
    "odd-idp-tokens", "passkey-challenge-lifetime", "passkeys-per-account", "password-failure-memory",
    "password-failures", "password-wait", "pending-credential-lifetime", "push-timeout",
    "recaptcha-token-lifetime", "scrypt-block-size", "scrypt-parallelism", "temporary-proof-lifetime",
    "totp-enrollment-lifetime", "totp-failures", "tries-per-totp-enrollment",
  ]

  /// Sets the entry called `name` from its text form.
  package mutating func set(_ name: String, to value: String) throws(PolicyError) {
    guard let entry = Self.entries.first(where: { $0.name == name }) else {
      if Self.rulesOfDialect.contains(name) { throw .dropped(name, .rule) }
      throw Self.constants.contains(name) ? .dropped(name, .constant) : .unknownName(name)
    }
    try entry.set(&self, value)
  }

  /// Sets the number or duration called `name` to the allowed value nearest to `value`.
  ///
  /// The entry must exist.
  package mutating func set(_ name: String, toNearest value: Int64) {
    guard let entry = Self.entries.first(where: { $0.name == name }), let range = entry.range,
      (try? entry.set(&self, String(min(max(value, Int64(range.lowerBound)), Int64(range.upperBound)))))
        != nil
    else { fatalError("no number of the policy: \(name)") }
  }
}
