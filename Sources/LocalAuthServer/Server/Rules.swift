import AuthServer

extension LocalServer {
  /// What a server takes amiss, and for how long codes, links and tokens count.
  public struct Rules: Sendable, Equatable {
    var policy: Policy

    /// As production where that is known: app verification, recent sign-in, authorized domains, enumeration protection,
    /// signed tokens. Making the key for those takes a tenth of a second or more, with the first token;
    /// servers can share a ``TokenKey``.
    public static let strict = Rules(policy: .strict)

    /// Lenient like Firebase's emulator: no app verification, and unsigned tokens. Other than there, what ends sessions
    /// ends those that began in the same second, too, as a test's do.
    public static let emulator: Rules = {
      var rules = Rules(policy: .emulator)
      rules.policy.sessionsEndAtOnce = true
      return rules
    }()

    /// Whether ID tokens are signed, RS256; otherwise their `alg` is `none`.
    public var signsTokens: Bool {
      get { !policy.unsignedTokens }
      set { policy.unsignedTokens = !newValue }
    }

    /// Whether an SMS needs a push that reached the app, or reCAPTCHA.
    public var requiresAppVerification: Bool {
      get { policy.appVerificationRequired }
      set { policy.appVerificationRequired = newValue }
    }

    /// Whether deletion, a new address, password or second factor need a sign-in of the last five minutes.
    public var requiresRecentSignIn: Bool {
      get { policy.recentSignInRequired }
      set { policy.recentSignInRequired = newValue }
    }

    /// Whether strangers do not learn which addresses have accounts, in projects that do not say
    /// (``Feature/enumerationProtection``).
    public var protectsFromEnumeration: Bool {
      get { policy.enumerationProtection }
      set { policy.enumerationProtection = newValue }
    }

    /// Whether links lead only to the project's authorized domains.
    public var checksAuthorizedDomains: Bool {
      get { policy.authorizedDomainsChecked }
      set { policy.authorizedDomainsChecked = newValue }
    }

    /// How many wrong tries an SMS code allows, held between 1 and 100; by default five.
    public var triesPerCode: Int {
      get { policy.triesPerCode }
      set { policy.set("tries-per-code", toNearest: Int64(newValue)) }
    }

    /// The life of an ID token, in whole seconds, held between a minute and a day; by default an hour.
    public var idTokenLifetime: Duration {
      get { .seconds(policy.idTokenLifetime) }
      set { policy.set("id-token-lifetime", toNearest: newValue.components.seconds) }
    }

    /// The life of an SMS code, in whole seconds, held between a second and a day; by default ten minutes.
    public var smsCodeLifetime: Duration {
      get { .seconds(policy.codeLifetime) }
      set { policy.set("code-lifetime", toNearest: newValue.components.seconds) }
    }

    /// The life of a mailed sign-in link, in whole seconds, held between a second and thirty days; by default six hours.
    public var signInLinkLifetime: Duration {
      get { .seconds(policy.signInLinkLifetime) }
      set { policy.set("sign-in-link-lifetime", toNearest: newValue.components.seconds) }
    }

    /// Changes any setting that `usher serve --print-policy` lists.
    ///
    /// - Parameters:
    ///   - name: Its name there, `sms-per-day`.
    ///   - value: As `--policy-set` takes it: `true`, `5`, `10m`.
    /// - Throws: ``LocalServerError/invalidArgument(_:)``; nothing is changed.
    public mutating func set(_ name: String, to value: String) throws(LocalServerError) {
      do throws(PolicyError) {
        try policy.set(name, to: value)
      } catch {
        switch error {
        case .unknownName: throw .invalidArgument("there is no rule \(name)")
        case .badValue(_, let expected): throw .invalidArgument("\(name) is \(expected)")
        }
      }
    }
  }
}

extension LocalServer.Rules {
  /// For accounts that nobody can steal: the strength of passwords' hashes would only cost time.
  var forMemory: Policy {
    var policy = policy
    if policy.scryptCostExponent == Policy.strict.scryptCostExponent, policy.passwordHashing == .scrypt {
      policy.passwordHashing = .fast
    }
    return policy
  }
}
