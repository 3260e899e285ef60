import HTTP

/// The RPC `recaptchaConfig`, which returns how far reCAPTCHA Enterprise is enforced.
///
/// Apple's SDK calls this before every phone sign-in.
package enum RecaptchaConfig: RPC {
  package static let route = RPCRoute(.identityToolkit, .get, "v2/recaptchaConfig")

  package struct Request: TenantBound, Codable, Equatable, Sendable {
    package var clientType: ClientType?
    /// `RECAPTCHA_ENTERPRISE`.
    package var version: String?
    package var tenantId: String?

    package init(clientType: ClientType? = nil, version: String? = nil, tenantId: String? = nil) {
      self.clientType = clientType
      self.version = version
      self.tenantId = tenantId
    }
  }

  package struct Response: Codable, Equatable, Sendable {
    /// `projects/{project}/keys/{siteKey}`.
    ///
    /// It is absent if nothing is enforced or audited.
    package var recaptchaKey: String?
    package var recaptchaEnforcementState: [ProviderState]?
    package var useSmsBotScore: Bool?
    package var useSmsTollFraudProtection: Bool?

    package init(recaptchaKey: String? = nil, recaptchaEnforcementState: [ProviderState]?) {
      self.recaptchaKey = recaptchaKey
      self.recaptchaEnforcementState = recaptchaEnforcementState
    }

    /// The site key alone, or nil if the name has another form.
    package var siteKey: String? {
      let segments = recaptchaKey?.split(separator: "/", omittingEmptySubsequences: false) ?? []
      return segments.count == 4 && !segments[3].isEmpty ? String(segments[3]) : nil
    }
  }

  package struct ProviderState: Codable, Equatable, Sendable {
    package var provider: Provider?
    package var enforcementState: EnforcementState?

    package init(provider: Provider?, enforcementState: EnforcementState?) {
      self.provider = provider
      self.enforcementState = enforcementState
    }
  }

  /// A sign-in method that reCAPTCHA can protect.
  package struct Provider: RawRepresentable, Codable, Hashable, Sendable {
    package var rawValue: String

    package init(rawValue: String) {
      self.rawValue = rawValue
    }

    package static let emailPassword = Provider(rawValue: "EMAIL_PASSWORD_PROVIDER")
    package static let phone = Provider(rawValue: "PHONE_PROVIDER")
  }

  /// Whether a request needs a token of reCAPTCHA Enterprise.
  package struct EnforcementState: RawRepresentable, Codable, Hashable, Sendable {
    package var rawValue: String

    package init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// Nobody has set it.
    package static let unspecified = EnforcementState(
      rawValue: "RECAPTCHA_PROVIDER_ENFORCEMENT_STATE_UNSPECIFIED")
    /// The same in the answer to clients.
    package static let unspecifiedForClients = EnforcementState(rawValue: "ENFORCEMENT_STATE_UNSPECIFIED")
    package static let off = EnforcementState(rawValue: "OFF")
    /// A token is checked if there is one, and another proof is accepted too.
    package static let audit = EnforcementState(rawValue: "AUDIT")
    package static let enforce = EnforcementState(rawValue: "ENFORCE")
  }
}
