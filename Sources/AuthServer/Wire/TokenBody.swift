import Essentials
import HTTP
import IdentityToolkit

/// The body of a request for tokens: a form, as in the web SDKs and Google's guides, or JSON, as in Apple's SDK.
enum TokenBody {
  static func decode(_ request: HTTPRequest) throws -> ExchangeToken.Request {
    guard isForm(request) else { return try JSONBody.decode(request.body) }
    guard let items = formItems(of: request)
    else { throw ServerError.badArgument("The form cannot be parsed.") }
    func value(_ names: String...) -> String? { items.first { names.contains($0.name) }?.value }
    return ExchangeToken.Request(
      grantType: value("grant_type", "grantType"), refreshToken: value("refresh_token", "refreshToken"))
  }

  /// Returns the items of a form or the texts of a JSON object, or nil if the body is neither.
  static func items(of request: HTTPRequest) -> [QueryItem]? {
    guard !isForm(request) else { return formItems(of: request) }
    return JSONValue(unambiguous: request.body)?.members?.compactMap { member in
      member.value.string.map { QueryItem(member.name, $0) }
    }
  }

  private static func formItems(of request: HTTPRequest) -> [QueryItem]? {
    String(validating: request.body, as: UTF8.self).flatMap { FormEncoding.decode($0) }
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
