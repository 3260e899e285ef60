/// How strictly a project requires reCAPTCHA Enterprise before an SMS, with the site key.
enum RecaptchaProtection: Sendable {
  case off
  case audit(siteKey: String?)
  /// Audit mode, with another proof in place of reCAPTCHA Enterprise.
  case audited
  case enforce(siteKey: String?)

  var enforced: RecaptchaProtection {
    switch self {
    case .audit(let siteKey), .enforce(let siteKey): .enforce(siteKey: siteKey)
    case .off, .audited: .enforce(siteKey: nil)
    }
  }
}

/// The settings that a client loaded before, for one server and tenant.
final class FetchedProtection: Sendable {
  private let endpoint: Endpoint
  private let tenant: String?
  private let protection: RecaptchaProtection

  init(_ protection: RecaptchaProtection, at backend: Backend) {
    (endpoint, tenant) = (backend.endpoint, backend.tenant)
    self.protection = protection
  }

  /// Returns the settings; nil if `backend` is another server or tenant.
  func protection(at backend: Backend) -> RecaptchaProtection? {
    endpoint == backend.endpoint && tenant == backend.tenant ? protection : nil
  }
}
