/// How far a project requires reCAPTCHA Enterprise before an SMS, with the key for it.
enum RecaptchaProtection: Sendable {
  case off
  case audit(siteKey: String?)
  /// Audited, and another proof stands in.
  case audited
  case enforce(siteKey: String?)

  var enforced: RecaptchaProtection {
    switch self {
    case .audit(let siteKey), .enforce(let siteKey): .enforce(siteKey: siteKey)
    case .off, .audited: .enforce(siteKey: nil)
    }
  }
}

/// What a client asked ahead of that, so that its calls need not.
final class FetchedProtection: Sendable {
  private let endpoint: Endpoint
  private let tenant: String?
  private let protection: RecaptchaProtection

  init(_ protection: RecaptchaProtection, at backend: Backend) {
    (endpoint, tenant) = (backend.endpoint, backend.tenant)
    self.protection = protection
  }

  /// Nil where `backend` is another place.
  func protection(at backend: Backend) -> RecaptchaProtection? {
    endpoint == backend.endpoint && tenant == backend.tenant ? protection : nil
  }
}
