import HTTP
import IdentityToolkit

/// The plain link of a mail: who opens it shows the code that it carries.
struct ActionLink: Sendable, Equatable {
  let code: String
  let text: String
  let language: MessageLanguage

  init(
    _ requestType: OobRequestType, code: String, apiKey: String, continueURL: String?, page: String,
    language: MessageLanguage
  ) {
    self.code = code
    self.language = language
    var query = [
      QueryItem("mode", requestType.mode), QueryItem("lang", language.tag), QueryItem("oobCode", code),
      QueryItem("apiKey", apiKey),
    ]
    if let continueURL { query.append(QueryItem("continueUrl", continueURL)) }
    text = page + "?" + FormEncoding.encode(query)
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

extension Call {
  /// A new link, made before the transaction that mails it: that may run twice.
  func actionLink(_ requestType: OobRequestType, continueURL: String? = nil) -> ActionLink {
    ActionLink(
      requestType, code: random.actionCode(),
      apiKey: apiKey ?? request.queryValue("apiKey") ?? "fake-api-key", continueURL: continueURL,
      page: actionPage, language: .nearest(to: locale))
  }

  /// This server's own page where it has an address, otherwise the one that the project would have at Google.
  private var actionPage: String {
    if let host = request.headers["Host"], let origin = Origin("http://" + host) {
      return "\(origin)/emulator/action"
    }
    return "https://\(FormEncoding.encode(project)).firebaseapp.com/__/auth/action"
  }
}
