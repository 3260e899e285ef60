import Essentials
import HTTP
import IdentityToolkit

/// The body of `token`: a form, as in the web SDKs and Google's guide, or JSON, as in Apple's SDK.
enum TokenBody {
  static func decode(_ request: HTTPRequest) throws -> ExchangeToken.Request {
    guard isForm(request) else { return try JSONBody.decode(request.body) }
    guard let text = String(validating: request.body, as: UTF8.self), let items = FormEncoding.decode(text)
    else { throw ServerError.badArgument("The form cannot be parsed.") }
    func value(_ names: String...) -> String? { items.first { names.contains($0.name) }?.value }
    return ExchangeToken.Request(
      grantType: value("grant_type", "grantType"), refreshToken: value("refresh_token", "refreshToken"))
  }

  /// Returns whether the body is a form.
  ///
  /// Some clients send JSON without declaring it, and no form starts with a brace.
  private static func isForm(_ request: HTTPRequest) -> Bool {
    if let type = request.headers["Content-Type"]?.asciiLowercased() {
      if type.hasPrefix("application/x-www-form-urlencoded") { return true }
      if type.hasPrefix("application/json") { return false }
    }
    return request.body.first != UInt8(ascii: "{")
  }
}
