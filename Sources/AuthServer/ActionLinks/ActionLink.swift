import HTTP
import IdentityToolkit

/// The link of a mail.
struct ActionLink: Sendable, Equatable {
  let code: String
  /// Who opens it shows the code that it carries.
  let plain: String
  /// As the mail has it: `plain`, or a link around it, for apps or on a domain of the client's choice.
  let mailed: String
  let language: MessageLanguage

  init(
    _ requestType: OobRequestType, code: String, apiKey: String, tenant: String?, settings: LinkSettings,
    on place: LinkPlace, language: MessageLanguage
  ) {
    self.code = code
    self.language = language
    var query = [
      QueryItem("mode", requestType.mode), QueryItem("lang", language.tag), QueryItem("oobCode", code),
      QueryItem("apiKey", apiKey),
    ]
    if let url = settings.continueURL { query.append(QueryItem("continueUrl", url)) }
    if let tenant { query.append(QueryItem("tenantId", tenant)) }
    plain = place.actionPage + "?" + FormEncoding.encode(query)
    mailed =
      settings.isPlain
      ? plain : place.appPage + "?" + FormEncoding.encode([QueryItem("link", plain)] + settings.apps)
  }
}

extension OobRequestType {
  /// What links call it.
  var mode: String {
    switch self {
    case .emailSignIn: "signIn"
    case .passwordReset: "resetPassword"
    case .verifyEmail: "verifyEmail"
    case .verifyAndChangeEmail: "verifyAndChangeEmail"
    case .recoverEmail: "recoverEmail"
    default: "revertSecondFactorAddition"
    }
  }
}
