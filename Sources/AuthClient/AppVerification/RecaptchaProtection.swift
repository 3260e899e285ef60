/// How far a project requires reCAPTCHA Enterprise before an SMS, with the key for it.
enum RecaptchaProtection {
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
