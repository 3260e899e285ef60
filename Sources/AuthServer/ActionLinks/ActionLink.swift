import HTTP
import IdentityToolkit

struct ActionLink: Sendable, Equatable {
  let code: String
  let language: MessageLanguage
  /// The project's own page for its links, if it has one.
  var callback: ContinueURL?
  private let query: [QueryItem]
  private let place: LinkPlace
  private let isPlain: Bool

  init(
    _ requestType: OobRequestType, code: String, apiKey: String, tenant: String?, settings: LinkSettings,
    on place: LinkPlace, language: MessageLanguage
  ) {
    self.code = code
    self.language = language
    self.place = place
    isPlain = settings.isPlain
    var query = [
      QueryItem("mode", requestType.mode), QueryItem("lang", language.tag), QueryItem("oobCode", code),
      QueryItem("apiKey", apiKey),
    ]
    if let url = settings.continueURL {
      query.append(QueryItem("continueUrl", settings.continuesToApp ? place.appLink(around: url) : url))
    }
    if let tenant { query.append(QueryItem("tenantId", tenant)) }
    self.query = query
  }

  /// The link itself.
  ///
  /// Opening it shows the code that it carries.
  var plain: String {
    callback?.setting(query) ?? place.actionPage + "?" + FormEncoding.encode(query)
  }

  /// The link in the mail: `plain`, or a link around it for apps or on a domain that the client chose.
  var mailed: String { isPlain ? plain : place.appLink(around: plain) }
}

extension OobRequestType {
  /// The name of the mode in links.
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
