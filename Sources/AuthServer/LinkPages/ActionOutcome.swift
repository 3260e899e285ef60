import Essentials
import HTTP
import IdentityToolkit

/// The result of opening a link.
enum ActionOutcome: Sendable {
  /// Redirects to the app's page.
  case redirect(String)
  /// An answer with a status and the members of `authEmulator`, which a page shows in this order.
  case page(Int, KeyValuePairs<String, Text>)
  /// A form for the new password.
  ///
  /// For scripts, this is an answer with status 400.
  case passwordForm(email: String, JSONValue)

  static func done(_ text: Text, _ name: String, _ address: String?, _ next: ContinueURL?) -> ActionOutcome {
    if let next { return .redirect(next.setting([])) }
    guard let address else { return .page(200, ["success": text]) }
    return .page(200, ["success": text, name: Text(verbatim: address)])
  }

  static func refused(_ error: ServerError) -> ActionOutcome {
    .page(400, ["error": Text(verbatim: ErrorEnvelope(error).error.message ?? error.code.rawValue)])
  }

  static func missing(_ name: String, _ placeholder: String) -> ActionOutcome {
    .page(
      400,
      [
        "error": Text("missing \(name) query parameter"),
        "instructions": Text(
          "Please modify the URL to specify an \(name), such as ...&\(name)=\(placeholder)"),
      ])
  }

  /// Returns JSON, as Firebase's emulator writes it, or a page for browsers.
  func response(to call: Call) -> HTTPResponse {
    let (request, catalog) = (call.request, call.catalog)
    let isForBrowser = request.headers["Accept"]?.asciiLowercased().contains("text/html") == true
    switch self {
    case .redirect(let address):
      var response = HTTPResponse(status: 303)
      response.headers["Location"] = address
      response.headers["Cache-Control"] = "no-store"
      response.headers["Referrer-Policy"] = "no-referrer"
      return response
    case .page(let status, let answer):
      if isForBrowser { return ActionPage(answer, in: catalog).response(status: status) }
      let members = answer.map { JSONValue.Member($0, .string($1.english)) }
      return .json(["authEmulator": JSONValue.object(members)], status: status)
    case .passwordForm(let email, let answer):
      return isForBrowser
        ? ActionPage.passwordForm(email: email, action: request.target, in: catalog).response(status: 200)
        : .json(["authEmulator": answer], status: 400)
    }
  }
}
