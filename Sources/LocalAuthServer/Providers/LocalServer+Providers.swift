import AuthClient
import CurlTransport
public import Essentials
import HTTP
import OpenIDConnect

extension LocalServer {
  /// Signs a user in at an identity provider: it answers the page that stands in for the provider.
  ///
  /// ```swift
  /// func callbackURL(of page: URL) async throws -> URL {
  ///   try server.answerProviderPage(page, as: ["email": "kim@example.com", "name": "Kim"])
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - page: The page that an `OAuthUIDelegate` receives. It can also be a local address that leads there and that a
  ///     program opens in a browser. In this case, the call also follows the redirects back.
  ///   - claims: The provider's data about the user: `sub`, its ID for the user, or `email`; also `name`, `picture`,
  ///     `email_verified` and others. A user who is known by address keeps the same `sub`.
  /// - Returns: The address at which the browser comes back.
  /// - Throws: ``LocalServerError/refused(code:message:)`` if the page was already answered or has expired;
  ///   ``LocalServerError/invalidArgument(_:)`` if the address does not lead to such a page.
  @discardableResult
  public func answerProviderPage(
    _ page: URL, as claims: [String: any Sendable]
  ) throws(LocalServerError) -> URL {
    let identity = try JSONValue(claims: claims).text
    let address = try Self.address(page)
    if address.path == Self.providerPage { return try choose(identity, at: address) }
    // Like a browser, this sends back the cookie that the program's own page sets.
    let entry = try visit(address)
    let cookie = entry.headers["Set-Cookie"].map { String($0.prefix { $0 != ";" }) }
    guard let next = try entry.next.map(Self.address), next.path == Self.providerPage else {
      throw .invalidArgument("\(page.absoluteString) leads to no provider's page of this server")
    }
    let callback = try choose(identity, at: next)
    let end = try visit(try Self.address(callback), cookie: cookie)
    guard (200..<300).contains(end.status) else {
      throw .refused(code: "HTTP_\(end.status)", message: "the program did not take the provider's answer")
    }
    return callback
  }

  private static let providerPage = "/emulator/auth/provider"

  /// Checks that the address is on this machine: plain HTTP requests never go to another one.
  private static func address(_ url: URL) throws(LocalServerError) -> EndpointAddress {
    guard let address = EndpointAddress(url.absoluteString) else {
      throw .invalidArgument("\(url.absoluteString) is not an address of this server's provider pages")
    }
    return address
  }

  private func choose(_ identity: String, at page: EndpointAddress) throws(LocalServerError) -> URL {
    let shown = try answer(to: page.request(.get), by: transport)
    // This token marks the page's own forms.
    let token = shown.text.firstRange(of: #"name="form" value=""#).map { mark in
      String(shown.text[mark.upperBound...].prefix { $0 != "\"" })
    }
    var sent = page.request(.post)
    sent.headers["Content-Type"] = "application/x-www-form-urlencoded"
    let form = [QueryItem("form", token ?? ""), QueryItem("identity", identity)]
    sent.body = Data(FormEncoding.encode(form).utf8)
    let answer = try token == nil ? shown : answer(to: sent, by: transport)
    guard let next = answer.next else {
      let reason = JSONValue(json: answer.body)?["authEmulator"]?["error"]?.string
      throw .refused(code: "INVALID_ARGUMENT", message: reason)
    }
    return next
  }

  /// Requests an address of this machine.
  private func visit(
    _ address: EndpointAddress, cookie: String? = nil
  ) throws(LocalServerError) -> HTTPResponse {
    guard address.origin.isLoopback else {
      throw .invalidArgument("\(address.origin) is not this machine")
    }
    var request = address.request(.get)
    request.headers["Cookie"] = cookie
    request.takesRedirects = true
    return try answer(to: request, by: CurlTransport())
  }

  private func answer(
    to request: HTTPRequest, by transport: any HTTPTransport
  ) throws(LocalServerError) -> HTTPResponse {
    do throws(HTTPError) {
      return try transport.send(request)
    } catch {
      throw LocalServerError(AuthFailure.network(error))
    }
  }
}

extension EndpointAddress {
  fileprivate func request(_ method: HTTPMethod) -> HTTPRequest {
    HTTPRequest(method: method, origin: origin.description, path: path, query: query)
  }
}

extension HTTPResponse {
  fileprivate var text: String { String(decoding: body, as: UTF8.self) }

  /// The address that the answer redirects to.
  fileprivate var next: URL? { headers["Location"].flatMap { URL(string: $0) } }
}
