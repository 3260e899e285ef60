import Crypto
import HTTP
import IdentityToolkit

/// The operation that returns a token for a passed local challenge.
///
/// The token is valid for one request.
struct SolveRecaptchaOperation: Operation {
  typealias Procedure = SolveRecaptcha

  let call: Call

  func answer(_ request: SolveRecaptcha.Request) throws -> SolveRecaptcha.Response {
    guard let key = request.siteKey.flatMap(LocalSiteKey.init), key == Recaptcha(call).siteKey(key.kind)
    else {
      throw ServerError.badArgument("This is not a site key of the project.")
    }
    if let action = request.action, !action.isWellFormed { throw ServerError(.invalidRecaptchaAction) }
    let token = RecaptchaToken(siteKey: key, action: request.action, createdAt: call.now)
    let text = try call.random.recaptchaToken()
    try call.store.write { transaction in
      let (project, settings) = try call.openProject(in: transaction)
      guard isOnAuthorizedPage(settings) else { throw ServerError.otherSite }
      try transaction.purgeRecaptchaTokens(
        madeBefore: call.period(ofLast: Policy.recaptchaTokenLifetime))
      try transaction.insert(token, named: text, project: project.id)
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
      && rawValue.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "_"):
          true
        default: false
        }
      }
  }
}
