import IdentityToolkit

/// The keys and tokens of the local replacement for reCAPTCHA.
struct Recaptcha: Sendable {
  private let call: Call

  init(_ call: Call) {
    self.call = call
  }

  /// Returns the project's own key of this kind.
  func siteKey(_ kind: LocalSiteKey.Kind) -> LocalSiteKey {
    LocalSiteKey(kind, projectNumber: ProjectNumber(of: call.project).text)
  }

  /// Consumes the token called `text` and returns it, or returns nil if it is not valid.
  func take(
    _ text: String, _ kind: LocalSiteKey.Kind, project: Int64, in transaction: Transaction
  ) throws -> RecaptchaToken? {
    guard let token = try transaction.takeRecaptchaToken(text, project: project),
      token.siteKey == siteKey(kind),
      call.period(ofLast: Policy.recaptchaTokenLifetime).contains(token.createdAt)
    else { return nil }
    return token
  }
}
