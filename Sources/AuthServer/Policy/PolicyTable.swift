extension Policy {
  /// All entries, in the order in which they are printed.
  package static let entries: [PolicyEntry] = [
    .seconds("id-token-lifetime", \.idTokenLifetime, 60...86_400, .documented, "lifetime of an ID token"),
    .seconds(
      "id-token-grace", \.idTokenGrace, 0...3600, .recorded,
      "how long the server itself accepts an expired ID token"),
    .seconds(
      "clock-skew", \.clockSkew, 0...3600, .ours,
      "how far in the future a stored time may be; a later one counts as expired"),
    .flag(
      "unsigned-tokens", \.unsignedTokens, .recorded,
      "ID tokens have no signature, as in Firebase's emulator; the admin SDK for Node needs that"
    ),
    .seconds("code-lifetime", \.codeLifetime, 1...86_400, .ours, "lifetime of an SMS code"),
    .seconds(
      "expired-code-memory", \.expiredCodeMemory, 0...2_592_000, .ours,
      "how long an old code or link is refused as expired; after that, it is refused as unknown"),
    .count("tries-per-code", \.triesPerCode, 1...100, .ours, "wrong tries for an SMS code"),
    .count(
      "failures-per-number", \.failuresPerNumber, 1...100, .ours,
      "wrong codes in a row until a number is locked (NIST SP 800-63B)"),
    .count(
      "failures-per-back-off", \.failuresPerBackOff, 1...100, .ours,
      "wrong codes in a row until a number has to wait"),
    .seconds(
      "back-off", \.backOff, 0...86_400, .ours,
      "first wait after wrong tries; each next wait is twice as long"),
    .seconds("back-off-limit", \.backOffLimit, 0...86_400, .ours, "longest wait after wrong tries"),
    .count(
      "test-numbers-per-project", \.testNumbersPerProject, 0...1000, .documented,
      "fictional numbers besides the built-in one"),
    .flag(
      "app-verification", \.appVerificationRequired, .documented,
      "an SMS needs a receipt from a push or a reCAPTCHA token"),
    .choice(
      "app-check", \.appCheck, .ours,
      "App Check tokens of calls: off ignores them, unenforced reports and enforced refuses a wrong one"),
    .seconds(
      "app-receipt-lifetime", \.appReceiptLifetime, 1...2_592_000, .ours,
      "how long the receipt from a push verifies the app"),
    .seconds(
      "push-timeout", \.pushTimeout, 1...300, .ours, "how long the server tells apps to wait for a push"),
    .seconds(
      "recaptcha-token-lifetime", \.recaptchaTokenLifetime, 1...86_400, .documented,
      "lifetime of a reCAPTCHA token"),
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
      "links-retire-older", \.linksRetireOlder, .recorded,
      "a new link makes the older links of its kind to the address invalid"),
    .flag(
      "links-end-with-account", \.linksEndWithAccount, .ours,
      "a sign-in link stops working if the account that had its address is deleted"),
    .flag(
      "link-changes-end-sessions", \.linkChangesEndSessions, .documented,
      "an address change by link ends the account's sessions"),
    .flag(
      "unverified-ways-removed", \.unverifiedWaysRemoved, .documented,
      "the first verified sign-in with an address removes the account's unverified sign-in methods"),
    .flag(
      "addresses-checked", \.addressesChecked, .recorded,
      "e-mail addresses are checked; if false, text on both sides of an @ is enough"),
    .flag(
      "domains-checked", \.authorizedDomainsChecked, .documented,
      "links lead only to the project's authorized domains"),
    .flag(
      "app-links", \.appLinks, .recorded,
      "links are made for the apps that open them, and use the link domain of the request"),
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
    .choice(
      "mail-texts", \.mailTexts, .ours,
      "mails and their templates have this project's own words; Google's are not free to copy"),
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
    .seconds(
      "temporary-proof-lifetime", \.temporaryProofLifetime, 1...86_400, .recorded,
      "how long a right code can sign in to the other account that has the number"),
    .seconds(
      "pending-credential-lifetime", \.pendingCredentialLifetime, 1...86_400, .ours,
      "how long a provider's credential can be linked later, after an account conflict"),
    .seconds(
      "authorization-lifetime", \.authorizationLifetime, 1...86_400, .ours,
      "how long a sign-in on a provider's page may take"),
    .choice(
      "idp-tokens", \.idpTokensChecked, (isTrue: "checked", isFalse: "any"), .recorded,
      "identities from providers: checked accepts only the server's own pages and verified tokens"),
    .choice(
      "odd-idp-tokens", \.oddIdpTokensRefused, (isTrue: "refused", isFalse: "taken"), .ours,
      "ID tokens for several clients without azp, or with a future nbf; OpenID Connect refuses them, Google's service takes them"
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
      "hints-show-calling-code", \.hintsShowCallingCode, .documented,
      "masked phone numbers keep the calling code, as in Google's guides; the real service and the emulator mask it"
    ),
    .flag(
      "sessions-end-at-once", \.sessionsEndAtOnce, .ours,
      "a change that ends sessions also ends those of the same second; ID tokens count in whole seconds"
    ),
    .flag(
      "pending-sign-ins-end", \.pendingSignInsEnd, .ours,
      "a change that ends sessions also ends sign-ins that wait for a second factor, because an attacker may have the old password"
    ),
    .flag(
      "proofs-used-once", \.proofsUsedOnce, .ours,
      "the temporary proof for another account's number works once, and so does a provider's pending token, so a copy is useless"
    ),
    .flag(
      "link-after-second-factor", \.linkAfterSecondFactor, .ours,
      "a provider with the account's address is linked only after the second factor, because the first may be stolen"
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
      "missing-values", \.missingValuesRemoved, (isTrue: "removed", isFalse: "kept"), .ours,
      "values that an updateMask names and the body lacks; Firebase's emulator keeps them, Google's service removes them"
    ),
    .choice(
      "duplicate-addresses", \.duplicateAddresses, .ours,
      "two uploaded accounts never have the same address; Google's service stores both if the project allows it"
    ),
    .choice(
      "password-hashing", \.passwordHashing, .ours,
      "how new passwords are stored: scrypt; fast (one pass of SHA-256); emulator (readable, for the emulator's UI)"
    ),
    .count(
      "scrypt-cost-exponent", \.scryptCostExponent, 1...20, .ours,
      "scrypt's cost N is two to this power"),
    .count("scrypt-block-size", \.scryptBlockSize, 1...32, .ours, "scrypt's r"),
    .count("scrypt-parallelism", \.scryptParallelism, 1...16, .ours, "scrypt's p"),
    .count(
      "password-queue", \.passwordQueue, 0...10_000, .ours,
      "how many passwords may wait for a free core; the default is half of the connections"
    ).ofServer,
    .seconds(
      "password-wait", \.passwordWait, 0...600, .ours,
      "how long a request waits for its password hash; then it is refused with 503"
    ).ofServer,
    .count(
      "password-failures", \.passwordFailures, 1...100, .ours,
      "wrong passwords in a row until an address is locked; a reset unlocks it (NIST SP 800-63B)"),
    .count(
      "passwords-per-back-off", \.passwordFailuresPerBackOff, 1...100, .ours,
      "wrong passwords in a row until an address has to wait"),
    .seconds(
      "password-failure-memory", \.passwordFailureMemory, 60...2_592_000, .ours,
      "how long wrong passwords count after the last one"),
    .seconds(
      "second-factor-window", \.secondFactorWindow, 1...86_400, .recorded,
      "how long after the first factor an SMS code is accepted"),
    .seconds(
      "totp-window", \.totpWindow, 1...86_400, .recorded,
      "how long after the first factor an authenticator app's code is accepted"),
    .count(
      "totp-code-length", \.totpCodeLength, 6...8, .recorded, "digits in the codes of a new authenticator app"
    ),
    .seconds(
      "totp-enrollment-lifetime", \.totpEnrollmentLifetime, 1...86_400, .recorded,
      "how long the enrollment of an authenticator app may take"),
    .count(
      "tries-per-totp-enrollment", \.triesPerTOTPEnrollment, 1...100, .recorded,
      "wrong tries in the enrollment of an authenticator app"),
    .count(
      "totp-failures", \.totpFailures, 1...100, .ours,
      "wrong codes in a row until an authenticator app is locked (NIST SP 800-63B)"),
    .count(
      "totp-failures-per-back-off", \.totpFailuresPerBackOff, 1...100, .ours,
      "wrong codes in a row until an authenticator app has to wait"),
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
    .seconds(
      "passkey-challenge-lifetime", \.passkeyChallengeLifetime, 1...86_400, .ours,
      "how long an enrollment of a passkey or a sign-in with one may take"),
    .count("passkeys-per-account", \.passkeysPerAccount, 1...1000, .ours, "passkeys per account"),
    .flag(
      "passkey-second-factor", \.passkeySecondFactor, .ours,
      "a second factor is required after a passkey, too; if false, only after one that did not verify its user"
    ),
    .flag(
      "tenants-made-on-mention", \.tenantsMadeOnMention, .recorded,
      "a tenant exists from its first mention, with everything enabled, as in Firebase's emulator"),
    .flag(
      "tenant-names-checked", \.tenantNamesChecked, .documented,
      "a tenant's display name has 4 to 20 letters, digits and hyphens, and begins with a letter"),
    .count("outbox-size", \.outboxSize, 1...10_000, .ours, "messages that the outbox keeps"),
    .seconds(
      "function-timeout", \.functionTimeout, 1...540, .documented,
      "how long a blocking function may take"),
    .flag(
      "functions-anywhere", \.functionsAnywhere, .ours,
      "blocking functions may be on the internet, not only on this machine or in a private network"),
    .flag(
      "custom-token-events", \.customTokenEvents, .documented,
      "functions are told of accounts that custom tokens create, as in Firebase's emulator"),
    .flag(
      "batch-delete-events", \.batchDeleteEvents, .documented,
      "functions are told of each account that accounts:batchDelete deletes, as in Firebase's emulator"),
    .flag(
      "admin-links-ask-functions", \.adminLinksAskFunctions, .recorded,
      "beforeSendEmail also runs for the links that an administrator asks for"),
    .count(
      "events-kept", \.eventsKept, 1...1_000_000, .ours,
      "events to functions that the server keeps, sent or not"
    ).ofServer,
    .seconds(
      "keys-max-age", \.keysMaxAge, 0...86_400, .ours, "how long verifiers may keep the public keys"
    ).ofServer,
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
