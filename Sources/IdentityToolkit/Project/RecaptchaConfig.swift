import HTTP

/// `recaptchaConfig`: how far reCAPTCHA Enterprise is enforced. Apple's SDK asks before every phone sign-in.
package enum RecaptchaConfig: RPC {
  package static let route = RPCRoute(.identityToolkit, .get, "v2/recaptchaConfig")

  package struct Request: Codable, Equatable, Sendable {
    package var clientType: ClientType?
    package var version: String?
    package var tenantId: String?

    package init(clientType: ClientType? = nil, version: String? = nil, tenantId: String? = nil) {
      self.clientType = clientType
      self.version = version
      self.tenantId = tenantId
    }
  }

  package struct Response: Codable, Equatable, Sendable {
    package var recaptchaKey: String?
    package var recaptchaEnforcementState: [EnforcementState]?

    package init(recaptchaKey: String? = nil, recaptchaEnforcementState: [EnforcementState]?) {
      self.recaptchaKey = recaptchaKey
      self.recaptchaEnforcementState = recaptchaEnforcementState
    }
  }

  package struct EnforcementState: Codable, Equatable, Sendable {
    package var provider: String?
    package var enforcementState: String?

    package init(provider: String?, enforcementState: String?) {
      self.provider = provider
      self.enforcementState = enforcementState
    }
  }
}
