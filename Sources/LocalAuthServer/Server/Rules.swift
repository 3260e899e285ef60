import AuthServer

extension LocalServer {
  /// What a server checks, and how long codes, links and tokens are valid.
  public struct Rules: Sendable, Equatable {
    var policy: Policy

    /// Rules like production's, as far as these are known.
    ///
    /// They include app verification, recent sign-in, authorized domains, enumeration protection and signed tokens. The
    /// first token takes a tenth of a second or more, because the server creates a key. Servers can share a
    /// ``TokenKey``.
    public static let strict = Rules(policy: .strict)

    /// Rules as lenient as Firebase's emulator: no app verification, and unsigned tokens.
    ///
    /// There is one difference. Ending sessions also ends those that began in the same second, as they do in a test.
    public static let emulator: Rules = {
      var rules = Rules(policy: .emulator)
      rules.policy.sessionsEndAtOnce = true
      return rules
    }()

    /// Whether ID tokens are signed with RS256.
    ///
    /// If not, their `alg` is `none`.
    public var signsTokens: Bool {
      get { !policy.unsignedTokens }
      set { policy.unsignedTokens = !newValue }
    }

    /// Whether an SMS needs app verification: a push that reached the app, or reCAPTCHA.
    ///
    /// If so, a project can also require reCAPTCHA Enterprise for passwords and mails.
    public var requiresAppVerification: Bool {
      get { policy.appVerificationRequired }
      set { policy.appVerificationRequired = newValue }
    }

    /// Whether some changes need a sign-in within the last five minutes.
    ///
    /// These are: deletion, and a new address, password or second factor.
    public var requiresRecentSignIn: Bool {
      get { policy.recentSignInRequired }
      set { policy.recentSignInRequired = newValue }
    }

    /// Whether the server hides which addresses have accounts.
    ///
    /// This applies to projects that do not set ``Feature/enumerationProtection``.
    public var protectsFromEnumeration: Bool {
      get { policy.enumerationProtection }
      set { policy.enumerationProtection = newValue }
    }

    /// Whether links lead only to the project's authorized domains.
    public var checksAuthorizedDomains: Bool {
      get { policy.authorizedDomainsChecked }
      set { policy.authorizedDomainsChecked = newValue }
    }

    /// The number of wrong tries that an SMS code allows: 1 to 100, five by default.
    public var triesPerCode: Int {
      get { policy.triesPerCode }
      set { policy.set("tries-per-code", toNearest: Int64(newValue)) }
    }

    /// The lifetime of an ID token in whole seconds: a minute to a day, an hour by default.
    public var idTokenLifetime: Duration {
      get { .seconds(policy.idTokenLifetime) }
      set { policy.set("id-token-lifetime", toNearest: newValue.components.seconds) }
    }

    /// The lifetime of an SMS code in whole seconds: a second to a day, ten minutes by default.
    public var smsCodeLifetime: Duration {
      get { .seconds(policy.codeLifetime) }
      set { policy.set("code-lifetime", toNearest: newValue.components.seconds) }
    }

    /// The lifetime of a mailed sign-in link in whole seconds: a second to thirty days, six hours by default.
    public var signInLinkLifetime: Duration {
      get { .seconds(policy.signInLinkLifetime) }
      set { policy.set("sign-in-link-lifetime", toNearest: newValue.components.seconds) }
    }

    /// Changes any setting that `usher serve --print-policy` lists.
    ///
    /// - Parameters:
    ///   - name: The name of the setting, such as `sms-per-day`.
    ///   - value: The value in the form that `--policy-set` takes: `true`, `5`, `10m`.
    /// - Throws: ``LocalServerError/invalidArgument(_:)``. Nothing is changed then.
    public mutating func set(_ name: String, to value: String) throws(LocalServerError) {
      do throws(PolicyError) {
        try policy.set(name, to: value)
      } catch {
        switch error {
        case .unknownName: throw .invalidArgument("there is no rule \(name)")
        case .dropped(_, .rule):
          throw .invalidArgument("there is no rule \(name) any more; it goes with service-answers")
        case .dropped(_, .constant):
          throw .invalidArgument("there is no rule \(name) any more; its value is fixed")
        case .badValue(_, let expected): throw .invalidArgument("\(name) is \(expected)")
        }
      }
    }
  }
}

extension LocalServer.Rules {
  /// The policy for a server in memory.
  ///
  /// Nobody can steal its passwords, so strong hashes would only cost time.
  var forMemory: Policy {
    var policy = policy
    if policy.scryptCostExponent == Policy.strict.scryptCostExponent, policy.passwordHashing == .scrypt {
      policy.passwordHashing = .fast
    }
    return policy
  }
}
