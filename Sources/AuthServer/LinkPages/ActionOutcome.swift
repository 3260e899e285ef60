import Essentials
import HTTP
import IdentityToolkit

/// The result of opening a link.
enum ActionOutcome: Sendable {
  /// Redirects to the app's page.
  case redirect(String)
  /// An answer with a status and the members of `authEmulator`.
  case page(Int, JSONValue)
  /// A form for the new password.
  ///
  /// For scripts, this is an answer with status 400.
  case passwordForm(email: String, JSONValue)

  static func done(_ text: String, _ name: String, _ address: String?, _ next: ContinueURL?) -> ActionOutcome
  {
    if let next { return .redirect(next.setting([])) }
    var page: JSONValue = ["success": .string(text)]
    if let address { page[name] = .string(address) }
    return .page(200, page)
  }

  static func used(_ what: String, _ again: String) -> ActionOutcome {
    .page(
      400,
      [
        "error": .string("Your request to \(what) has expired or the link has already been used."),
        "instructions": .string(again),
      ])
  }

  static func missing(_ name: String, _ placeholder: String) -> ActionOutcome {
    .page(
      400,
      [
        "error": .string("missing \(name) query parameter"),
        "instructions": .string(
          "Please modify the URL to specify an \(name), such as ...&\(name)=\(placeholder)"),
      ])
  }

  /// Returns JSON, as Firebase's emulator writes it, or a page for browsers.
  func response(to request: HTTPRequest) -> HTTPResponse {
    let isForBrowser = request.headers["Accept"]?.asciiLowercased().contains("text/html") == true
    switch self {
    case .redirect(let address):
      var response = HTTPResponse(status: 303)
      response.headers["Location"] = address
      response.headers["Cache-Control"] = "no-store"
      response.headers["Referrer-Policy"] = "no-referrer"
      return response
    case .page(let status, let answer):
      return isForBrowser
        ? ActionPage(answer).response(status: status) : .json(["authEmulator": answer], status: status)
    case .passwordForm(let email, let answer):
      return isForBrowser
        ? ActionPage.passwordForm(email: email, action: request.target).response(status: 200)
        : .json(["authEmulator": answer], status: 400)
    }
  }
}
