import Essentials
import HTTP
import IdentityToolkit
import Testing

@testable import AuthServer

extension Policy {
  /// Strict in what providers say, too, which most tests of other things do without.
  static let believingNobody = Policy.strict.with { $0.appVerificationRequired = false }.withQuickHashes
}

extension ServerHarness {
  /// Where the tests' app waits for the browser.
  static let callback = "http://127.0.0.1:5000/callback"

  /// Begins a sign-in at a provider's page.
  func authorize(
    _ provider: String = "google.com", to callback: String = ServerHarness.callback,
    _ parameters: [String: String] = [:], tenant: String? = nil, headers: HTTPHeaders = [:]
  ) throws -> CreateAuthUri.Response {
    var request = CreateAuthUri.Request(provider: provider, continueURL: callback)
    request.customParameter = parameters.isEmpty ? nil : parameters
    request.tenantId = tenant
    return try call(CreateAuthUri.self, request, headers: headers)
  }

  /// Opens an address of this server as a browser does, or sends a form there.
  func browse(_ address: String?, form: [QueryItem]? = nil, headers: HTTPHeaders = [:]) throws -> HTTPResponse
  {
    let address = try #require(address)
    let path = try #require(address.firstRange(of: "/emulator/")).lowerBound
    let halves = address[path...].split(separator: "?", maxSplits: 1)
    var headers = headers
    headers["Accept"] = "text/html"
    return try send(
      form == nil ? .get : .post, String(halves[0]),
      query: try #require(FormEncoding.decode(halves.count > 1 ? String(halves[1]) : "")), headers: headers,
      body: form.map { FormEncoding.encode($0) } ?? "")
  }

  /// Chooses on the page at `address` what `items` say; where the browser is sent.
  func choose(_ items: [QueryItem], at address: String?) throws -> String {
    let page = String(decoding: try browse(address).body, as: UTF8.self)
    let token = try #require(page.firstMatch(of: /name="form" value="([^"]*)"/)).output.1
    let answer = try browse(address, form: [QueryItem("form", String(token))] + items)
    #expect(answer.status == 303, "\(String(decoding: answer.body, as: UTF8.self))")
    return try #require(answer.headers["Location"])
  }

  /// Goes through a provider's page as the person whom `identity` names; the address that the browser comes back to.
  func comeBack(
    _ provider: String = "google.com", as identity: String, to callback: String = ServerHarness.callback,
    tenant: String? = nil
  ) throws -> (session: String, address: String) {
    let begun = try authorize(provider, to: callback, ["usher_identity": identity], tenant: tenant)
    let answer = try browse(begun.authUri)
    #expect(answer.status == 303, "\(String(decoding: answer.body, as: UTF8.self))")
    return (try #require(begun.sessionId), try #require(answer.headers["Location"]))
  }

  /// Finishes with the address that the browser came back to.
  func finish(
    _ session: String?, _ address: String, idToken: String? = nil, tenant: String? = nil, post: String? = nil,
    _ change: (inout SignInWithIdp.Request) -> Void = { _ in }
  ) throws -> SignInWithIdp.Response {
    var request = SignInWithIdp.Request(postBody: post, idToken: idToken)
    request.requestUri = address
    request.sessionId = session
    request.tenantId = tenant
    change(&request)
    return try call(SignInWithIdp.self, request)
  }

  /// Signs in at a provider's page as the person whom `identity` names.
  func signIn(
    at provider: String, as identity: String, idToken: String? = nil, tenant: String? = nil
  ) throws -> SignInWithIdp.Response {
    let (session, address) = try comeBack(provider, as: identity, tenant: tenant)
    return try finish(session, address, idToken: idToken, tenant: tenant)
  }
}
