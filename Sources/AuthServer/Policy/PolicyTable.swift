extension Policy {
  /// All entries, in the order in which they are printed.
  package static let entries: [PolicyEntry] = [
    .seconds("id-token-lifetime", \.idTokenLifetime, 60...86_400, .documented, "life of an ID token"),
    .seconds(
      "id-token-grace", \.idTokenGrace, 0...3600, .recorded,
      "how long the server itself accepts an expired ID token"),
    .seconds(
      "clock-skew", \.clockSkew, 0...3600, .ours,
      "how far in the future a stored time may be; later is expired"),
    .flag(
      "unsigned-tokens", \.unsignedTokens, .recorded,
      "ID tokens without signature, as Firebase's emulator writes them and its admin SDK for Node needs them"
    ),
    .seconds("code-lifetime", \.codeLifetime, 1...86_400, .ours, "life of an SMS code"),
    .seconds(
      "expired-code-memory", \.expiredCodeMemory, 0...2_592_000, .ours,
      "how long a code or link is called expired before it is unknown"),
    .count("tries-per-code", \.triesPerCode, 1...100, .ours, "wrong tries that an SMS code allows"),
    .count(
      "failures-per-number", \.failuresPerNumber, 1...100, .ours,
      "wrong codes in a row that lock a number (NIST SP 800-63B)"),
    .count(
      "failures-per-back-off", \.failuresPerBackOff, 1...100, .ours,
      "wrong codes in a row after which a number has to wait"),
    .seconds(
      "back-off", \.backOff, 0...86_400, .ours,
      "the first wait after wrong tries; each later one is twice as long"),
    .seconds("back-off-limit", \.backOffLimit, 0...86_400, .ours, "the longest such wait"),
    .count(
      "test-numbers-per-project", \.testNumbersPerProject, 0...1000, .documented,
      "fictional numbers besides the built-in one"),
    .flag(
      "app-verification", \.appVerificationRequired, .documented,
      "an SMS needs a receipt of a push or a reCAPTCHA token"),
    .seconds(
      "app-receipt-lifetime", \.appReceiptLifetime, 1...2_592_000, .ours,
      "how long the receipt of a push verifies its app"),
    .seconds(
      "push-timeout", \.pushTimeout, 1...300, .ours, "how long apps are told to wait for a push"),
    .seconds(
      "recaptcha-token-lifetime", \.recaptchaTokenLifetime, 1...86_400, .documented,
      "life of a reCAPTCHA token"),
    .flag(
      "recent-sign-in-required", \.recentSignInRequired, .documented,
      "deletion, a new address, password or second factor, and the removal of one need a recent sign-in"),
    .seconds("recent-sign-in-window", \.recentSignInWindow, 1...86_400, .documented, "how recent that is"),
    .seconds(
      "sign-in-link-lifetime", \.signInLinkLifetime, 1...2_592_000, .ours, "life of a mailed sign-in link"),
    .seconds(
      "reset-link-lifetime", \.resetLinkLifetime, 1...2_592_000, .recorded,
      "life of a mailed link that sets a new password"),
    .seconds(
      "verify-link-lifetime", \.verifyLinkLifetime, 1...2_592_000, .ours,
      "life of a mailed link that verifies an address, new or not"),
    .seconds(
      "recover-link-lifetime", \.recoverLinkLifetime, 1...2_592_000, .ours,
      "life of a mailed link that goes back to an earlier address, or to fewer second factors"),
    .flag(
      "links-retire-older", \.linksRetireOlder, .recorded,
      "a mailed link ends the older ones of its kind for the address"),
    .flag(
      "links-end-with-account", \.linksEndWithAccount, .ours,
      "a sign-in link ends with the account that has its address when it is mailed"),
    .flag(
      "link-changes-end-sessions", \.linkChangesEndSessions, .documented,
      "a change of address by a mailed link ends the account's sessions"),
    .flag(
      "unverified-ways-removed", \.unverifiedWaysRemoved, .documented,
      "the first link from an address removes what was unverified in the account"),
    .flag(
      "addresses-checked", \.addressesChecked, .recorded,
      "an e-mail address has the form of one; else something on either side of an @ is enough"),
    .flag(
      "domains-checked", \.authorizedDomainsChecked, .documented,
      "links lead only to the project's own domains"),
    .flag(
      "app-links", \.appLinks, .recorded,
      "links name the apps that open them, and are on the domain asked for"),
    .flag(
      "enumeration-protection", \.enumerationProtection, .documented,
      "strangers do not learn who has an account, unless the project says so"),
    .count(
      "sign-in-mails-per-day", \.signInMailsPerDay, 0...1_000_000, .documented,
      "sign-in links that a project mails each day; 0 is no limit"),
    .count(
      "reset-mails-per-day", \.resetMailsPerDay, 0...1_000_000, .documented,
      "password resets that a project mails each day; 0 is no limit"),
    .count(
      "verify-mails-per-day", \.verifyMailsPerDay, 0...1_000_000, .documented,
      "verifications that a project mails each day; 0 is no limit"),
    .count(
      "sms-per-day", \.smsPerDay, 0...1_000_000, .documented,
      "SMS that a project sends each day; 0 is no limit, Google's is 3000"),
    .count(
      "sms-per-minute", \.smsPerMinute, 0...1_000_000, .documented,
      "SMS that a project sends each minute; 0 is no limit, Google's is 1000"),
    .count(
      "sms-per-address-minute", \.smsPerAddressMinute, 0...1_000_000, .documented,
      "SMS asked for from one IP address, or IPv6 network of 64 bits, each minute; 0 is no limit, as tests share one, Google's is 50"
    ),
    .count(
      "sms-per-address-hour", \.smsPerAddressHour, 0...1_000_000, .documented,
      "SMS asked for from one IP address, or IPv6 network of 64 bits, each hour; 0 is no limit, as tests share one, Google's is 500"
    ),
    .count(
      "sms-per-number-hour", \.smsPerNumberHour, 0...1_000_000, .ours,
      "SMS that one number is sent each hour; 0 is no limit, as tests use one again and again"),
    .seconds(
      "temporary-proof-lifetime", \.temporaryProofLifetime, 1...86_400, .recorded,
      "how long a right code for the number of another account signs in there"),
    .seconds(
      "pending-credential-lifetime", \.pendingCredentialLifetime, 1...86_400, .ours,
      "how long a provider's credential that could not be used is good"),
    .seconds(
      "authorization-lifetime", \.authorizationLifetime, 1...86_400, .ours,
      "how long a sign-in may take at an identity provider's page"),
    .choice(
      "idp-tokens", \.idpTokensChecked, (isTrue: "checked", isFalse: "any"), .recorded,
      "what identity providers say: checked believes the server's own pages and verified tokens only"),
    .choice(
      "odd-idp-tokens", \.oddIdpTokensRefused, (isTrue: "refused", isFalse: "taken"), .ours,
      "ID tokens for several clients without azp, or with nbf in the future: OpenID Connect refuses them, and Google's service takes them"
    ),
    .flag(
      "providers-by-themselves", \.providersByThemselves, .ours,
      "every identity provider is on without configuration, so that a first sign-in needs none; Google's service has only the configured ones"
    ),
    .flag(
      "custom-token-signatures", \.customTokenSignatures, .documented,
      "custom tokens need a known signer and end"),
    .flag(
      "service-answers", \.serviceAnswers, .recorded,
      "answers and refusals as Google's service gives them, where Firebase's emulator gives others"),
    .flag(
      "hints-show-calling-code", \.hintsShowCallingCode, .documented,
      "hints at second factors keep a number's calling code, as in Google's guides; both others mask it"),
    .flag(
      "sessions-end-at-once", \.sessionsEndAtOnce, .ours,
      "what ends sessions ends those of its own second too, as refresh tokens know them: ID tokens count in seconds"
    ),
    .flag(
      "pending-sign-ins-end", \.pendingSignInsEnd, .ours,
      "what ends sessions ends sign-ins that wait for a second factor: who knew the password may not go on"),
    .flag(
      "proofs-used-once", \.proofsUsedOnce, .ours,
      "the proof of another account's number, and a provider's pending token, sign in once: a copy is worth nothing"
    ),
    .flag(
      "link-after-second-factor", \.linkAfterSecondFactor, .ours,
      "a provider is linked by its address only when the second factor was right, as the first may be stolen"),
    .flag(
      "any-api-key", \.anyAPIKey, .ours,
      "any API key is right, as with the emulator; else only what the project names as client.apiKey"),
    .choice(
      "password-hashing", \.passwordHashing, .ours,
      "how new passwords are kept: scrypt; fast, one pass of SHA-256; emulator, as they are, for its UI"),
    .count(
      "scrypt-cost-exponent", \.scryptCostExponent, 1...20, .ours,
      "password hashes take two to this power of scrypt's steps"),
    .count("scrypt-block-size", \.scryptBlockSize, 1...32, .ours, "scrypt's r"),
    .count("scrypt-parallelism", \.scryptParallelism, 1...16, .ours, "scrypt's p"),
    .count(
      "password-queue", \.passwordQueue, 0...10_000, .ours,
      "how many passwords may wait to be hashed, besides one at work on each core; half of the connections"),
    .seconds(
      "password-wait", \.passwordWait, 0...600, .ours,
      "how long a request waits for its password to be hashed before it is refused with 503"),
    .count(
      "password-failures", \.passwordFailures, 1...100, .ours,
      "wrong passwords in a row that lock an address until a reset (NIST SP 800-63B)"),
    .count(
      "passwords-per-back-off", \.passwordFailuresPerBackOff, 1...100, .ours,
      "wrong passwords in a row after which an address has to wait"),
    .seconds(
      "password-failure-memory", \.passwordFailureMemory, 60...2_592_000, .ours,
      "how long after the last one wrong passwords are forgotten"),
    .seconds(
      "second-factor-window", \.secondFactorWindow, 1...86_400, .recorded,
      "how long after the first factor an SMS code can be the second"),
    .seconds(
      "totp-window", \.totpWindow, 1...86_400, .recorded,
      "how long after the first factor an authenticator app's code can be the second"),
    .count(
      "totp-code-length", \.totpCodeLength, 6...8, .recorded, "digits of a new authenticator app's codes"),
    .seconds(
      "totp-enrollment-lifetime", \.totpEnrollmentLifetime, 1...86_400, .recorded,
      "how long a new authenticator app's first code is waited for"),
    .count(
      "tries-per-totp-enrollment", \.triesPerTOTPEnrollment, 1...100, .recorded,
      "wrong tries that a new authenticator app has"),
    .count(
      "totp-failures", \.totpFailures, 1...100, .ours,
      "wrong codes in a row that lock an authenticator app (NIST SP 800-63B)"),
    .count(
      "totp-failures-per-back-off", \.totpFailuresPerBackOff, 1...100, .ours,
      "wrong codes in a row after which an authenticator app has to wait"),
    .count(
      "second-factors-per-account", \.secondFactorsPerAccount, 1...100, .documented,
      "second factors of an account, one authenticator app among them"),
    .flag(
      "tenants-made-on-mention", \.tenantsMadeOnMention, .recorded,
      "a tenant is there from its first mention, with everything enabled, as in Firebase's emulator"),
    .flag(
      "tenant-names-checked", \.tenantNamesChecked, .documented,
      "a tenant's display name has 4 to 20 letters, digits and hyphens, a letter first"),
    .count("outbox-size", \.outboxSize, 1...10_000, .ours, "messages that the outbox keeps"),
    .seconds(
      "function-timeout", \.functionTimeout, 1...540, .documented,
      "how long a function may take that is asked before a sign-in"),
    .flag(
      "functions-anywhere", \.functionsAnywhere, .ours,
      "such a function may be on the internet, not only on this machine or in a private network"),
    .seconds("keys-max-age", \.keysMaxAge, 0...86_400, .ours, "how long verifiers may keep the public keys"),
  ]

  /// Sets the entry called `name` from its text form.
  package mutating func set(_ name: String, to value: String) throws(PolicyError) {
    guard let entry = Self.entries.first(where: { $0.name == name }) else { throw .unknownName(name) }
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
