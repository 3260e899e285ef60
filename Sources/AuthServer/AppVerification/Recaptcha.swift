import IdentityToolkit

/// The keys and tokens of the local stand-in for reCAPTCHA.
struct Recaptcha: Sendable {
  private let call: Call

  init(_ call: Call) {
    self.call = call
  }

  /// The project's own key of that kind.
  func siteKey(_ kind: LocalSiteKey.Kind) -> LocalSiteKey {
    LocalSiteKey(kind, projectNumber: ProjectNumber(of: call.project).text)
  }

  /// The token called `text`, used up from now on; nil for one that is not good.
  func take(
    _ text: String, _ kind: LocalSiteKey.Kind, project: Int64, in transaction: Transaction
  ) throws -> RecaptchaToken? {
    guard let token = try transaction.takeRecaptchaToken(text, project: project),
      token.siteKey == siteKey(kind),
      call.period(ofLast: call.policy.recaptchaTokenLifetime).contains(token.createdAt)
    else { return nil }
    return token
  }
}
