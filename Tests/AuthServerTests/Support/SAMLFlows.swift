import Essentials
import HTTP
import IdentityToolkit
import SAML
import Testing

@testable import AuthServer

extension ServerHarness {
  private static let host: HTTPHeaders = ["Host": "127.0.0.1:9099"]

  /// What a program learns of this server as a SAML provider.
  func metadata(of provider: String = "saml.acme") throws -> IdpMetadata {
    let answer = try send(.get, "/emulator/auth/saml/metadata/" + provider, headers: Self.host)
    #expect(answer.status == 200)
    return try IdpMetadata(Array(answer.body))
  }

  /// Sets up this server's own page as if it were another program.
  func setUpSAML(_ change: (inout JSONValue) -> Void = { _ in }, tenant: String? = nil) throws {
    let metadata = try metadata()
    var config: JSONValue = [
      "enabled": true,
      "idpConfig": [
        "idpEntityId": .string(metadata.entityID), "ssoUrl": .string(metadata.signOn),
        "idpCertificates": [["x509Certificate": .string(metadata.certificates[0])]],
      ],
      "spConfig": ["spEntityId": "my-app"],
    ]
    change(&config)
    _ = try call(
      CreateProviderConfig<InboundSamlConfigs>.self, config, tenant: tenant,
      query: [.init(InboundSamlConfigs.idParameter, "saml.acme")], asOwner: true)
  }

  /// Begins a sign-in at the SAML provider that was set up.
  func askSAML(tenant: String? = nil) throws -> (session: String, page: String) {
    let begun = try authorize("saml.acme", tenant: tenant, headers: Self.host)
    return (try #require(begun.sessionId), try #require(begun.authUri))
  }

  /// What the server's page as a SAML provider posts about a person, and where.
  func samlResponse(
    at page: String, as identity: String = "kim@example.com"
  ) throws -> (consumer: String, fields: [QueryItem]) {
    let mark = page.contains("?") ? "&" : "?"
    let answer = try browse(
      page + mark + FormEncoding.encode([.init("usher_identity", identity)]), headers: Self.host)
    #expect(answer.status == 200)
    return try form(on: answer)
  }

  func form(on answer: HTTPResponse) throws -> (consumer: String, fields: [QueryItem]) {
    let page = String(decoding: answer.body, as: UTF8.self).replacing("&amp;", with: "&")
    let fields = page.matches(of: /<input type="hidden" name="(\w+)" value="([^"]*)"/)
      .map { QueryItem(String($0.output.1), String($0.output.2)) }
    return (String(try #require(page.firstMatch(of: /action="([^"]*)"/)).output.1), fields)
  }

  /// Posts a response as the browser does.
  func consume(_ form: (consumer: String, fields: [QueryItem])) throws -> HTTPResponse {
    try browse(form.consumer, form: form.fields, headers: Self.host)
  }

  /// Why the server refuses a response; nil if it does not.
  func samlRefusal(_ form: (consumer: String, fields: [QueryItem])) throws -> String? {
    let path = try #require(form.consumer.firstRange(of: "/emulator/")).lowerBound
    let answer = try send(
      .post, String(form.consumer[path...].prefix { $0 != "?" }), headers: Self.host,
      body: FormEncoding.encode(form.fields))
    return answer.status == 400 ? JSONValue(json: answer.body)?["authEmulator"]?["error"]?.string : nil
  }
}

extension [QueryItem] {
  /// The same form with another response.
  func changing(_ change: (String) -> String) -> [QueryItem] {
    map { item in
      guard item.name == "SAMLResponse", let data = Data(base64Encoded: item.value) else { return item }
      let text = change(String(decoding: data, as: UTF8.self))
      return QueryItem(item.name, Data(text.utf8).base64EncodedString())
    }
  }
}
