import HTTP
import IdentityToolkit

/// The keys and tokens of the local replacement for reCAPTCHA.
struct Recaptcha: Sendable {
  let call: Call

  /// Returns the project's own key of this kind.
  func siteKey(_ kind: LocalSiteKey.Kind) -> LocalSiteKey {
    LocalSiteKey(kind, projectNumber: ProjectNumber(of: call.project).text)
  }

  /// Consumes the token called `text` and returns it, or returns nil if it is not valid.
  func take(
    _ text: String, _ kind: LocalSiteKey.Kind, project: Int64, in transaction: Transaction
  ) throws -> RecaptchaToken? {
    guard let token = try transaction.take(RecaptchaToken.self, secret: text.utf8, project: project),
      token.siteKey == siteKey(kind),
      call.period(ofLast: Policy.recaptchaTokenLifetime).contains(token.createdAt)
    else { return nil }
    return token
  }

  /// Returns the token of reCAPTCHA Enterprise that `text` describes, or nil if it describes none.
  ///
  /// A test writes it to choose what reCAPTCHA would find: `score=0.1`, `smsTollFraudRisk=0.9` or
  /// `action=getOobCode`, or several of them joined with `&`. It is always valid, and for the action of the request
  /// unless it names another.
  func described(by text: String, for action: RecaptchaAction) -> RecaptchaToken? {
    guard text.utf8.count <= 200, let items = FormEncoding.decode(text), !items.isEmpty else { return nil }
    var token = RecaptchaToken(siteKey: siteKey(.enterprise), action: action, createdAt: call.now)
    for item in items {
      let score = Double(item.value).flatMap { (0...1).contains($0) ? $0 : nil }
      switch (item.name, score) {
      case ("action", _): token.action = RecaptchaAction(rawValue: item.value)
      case ("score", let score?): token.score = score
      case ("smsTollFraudRisk", let score?): token.smsTollFraudRisk = score
      default: return nil
      }
    }
    return token
  }
}
