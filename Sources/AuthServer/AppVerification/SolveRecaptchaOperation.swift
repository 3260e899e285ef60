import Essentials
import HTTP
import IdentityToolkit

/// The operation that returns a token for a passed local challenge.
///
/// The token is valid for one request.
struct SolveRecaptchaOperation: Operation {
  let call: Call

  func answer(_ request: SolveRecaptcha.Request) throws -> SolveRecaptcha.Response {
    guard let key = request.siteKey.flatMap(LocalSiteKey.init), key == Recaptcha(call: call).siteKey(key.kind)
    else {
      throw ServerError.badArgument("This is not a site key of the project.")
    }
    if let action = request.action, !action.isWellFormed { throw ServerError(.invalidRecaptchaAction) }
    let text = try call.random.secret()
    try call.store.write { transaction in
      let (project, settings) = try call.openProject(in: transaction)
      guard isOnAuthorizedPage(settings) else { throw ServerError.otherSite }
      try transaction.purge(
        RecaptchaToken.self, madeBefore: call.period(ofLast: Policy.recaptchaTokenLifetime))
      try transaction.insert(
        RecaptchaToken(project: project.id, siteKey: key, action: request.action, createdAt: call.now),
        secret: text.utf8)
    }
    return SolveRecaptcha.Response(
      token: text, expiresIn: DecimalText(String(Policy.recaptchaTokenLifetime)))
  }

  /// Whether the challenge ran on one of the project's domains.
  ///
  /// Google checks this for each key.
  private func isOnAuthorizedPage(_ settings: ProjectSettings) -> Bool {
    guard call.policy.authorizedDomainsChecked, let header = call.request.headers["Origin"] else {
      return true
    }
    guard let page = Origin(header) else { return false }
    return page.isLoopback || settings.isAuthorized(page.host)
  }
}

extension RecaptchaAction {
  /// Whether the action has the form that Google's service accepts: letters, digits, `/` and `_`.
  fileprivate var isWellFormed: Bool {
    (1...100).contains(rawValue.utf8.count)
      && rawValue.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "/_".utf8.contains($0) }
  }
}
