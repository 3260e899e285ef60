import IdentityToolkit

/// How strictly a project requires reCAPTCHA Enterprise for one kind of request, with the site key.
enum RecaptchaProtection: Sendable {
  case off
  case audit(siteKey: String?)
  /// Audit mode, with another proof in place of reCAPTCHA Enterprise.
  case audited
  case enforce(siteKey: String?)

  /// The key with which the client can get a token.
  var siteKey: String? {
    switch self {
    case .audit(let siteKey), .enforce(let siteKey): siteKey
    case .off, .audited: nil
    }
  }

  var enforced: RecaptchaProtection { .enforce(siteKey: siteKey) }
}

/// The settings that a client loaded before, for one server and tenant.
final class FetchedProtection: Sendable {
  private let endpoint: Endpoint
  private let tenant: String?
  private let config: RecaptchaConfig.Response

  init(at backend: Backend) throws(AuthFailure) {
    (endpoint, tenant) = (backend.endpoint, backend.tenant)
    config = try backend.call(
      RecaptchaConfig.self,
      .init(clientType: .web, version: AppVerificationProof.enterprise, tenantId: backend.tenant),
      tries: Backend.idempotentTries)
  }

  /// Returns the settings of `provider`; nil if `backend` is another server or tenant.
  func protection(of provider: RecaptchaConfig.Provider, at backend: Backend) -> RecaptchaProtection? {
    endpoint == backend.endpoint && tenant == backend.tenant ? protection(of: provider) : nil
  }

  func protection(of provider: RecaptchaConfig.Provider) -> RecaptchaProtection {
    let state = config.recaptchaEnforcementState?.first { $0.provider == provider }?.enforcementState
    let siteKey = config.siteKey.flatMap { endpoint.canUse($0) ? $0 : nil }
    return switch state {
    case .audit?: .audit(siteKey: siteKey)
    case .enforce?: .enforce(siteKey: siteKey)
    default: .off
    }
  }
}

extension Endpoint {
  /// Whether a challenge exists for the site key. Firebase's emulator invents its keys.
  func canUse(_ siteKey: String) -> Bool {
    (self == .production) == (LocalSiteKey(siteKey) == nil)
  }
}
