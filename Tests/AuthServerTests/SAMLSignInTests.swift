import Essentials
import HTTP
import IdentityToolkit
import SAML
import TestSupport
import Testing

@testable import AuthServer

/// Sign-ins with SAML responses, from another program or from this server in its place.
@Suite struct SAMLSignInTests {
  private static let kim = #"{"email":"kim@example.com","name":"Kim & Lee","groups":["red","blue"]}"#
  private static let wrongSignature =
    "INVALID_IDP_RESPONSE : ((saml.acme: the signature is not right for the provider's certificate.))"
  private static let wrongRequest =
    "INVALID_IDP_RESPONSE : ((saml.acme: the response does not answer what was asked.))"

  @Test func aPersonSignsInAtAProvider() throws {
    let server = try ServerHarness(policy: .believingNobody)
    try server.setUpSAML()
    let (session, page) = try server.askSAML()
    #expect(page.hasPrefix("http://127.0.0.1:9099/emulator/auth/saml/sso/saml.acme?SAMLRequest="))
    let form = try server.samlResponse(at: page, as: Self.kim)
    #expect(form.consumer == "http://127.0.0.1:9099/emulator/auth/saml/acs/saml.acme")
    let answer = try server.consume(form)
    let address = try #require(answer.headers["Location"])
    #expect(answer.status == 303)
    #expect(address.hasPrefix(ServerHarness.callback + "?state="))
    let first = try server.finish(session, address)
    #expect(first.isNewUser == true)
    #expect(first.providerId == "saml.acme")
    #expect(first.federatedId == "kim@example.com")
    #expect(first.email == "kim@example.com")
    #expect(first.emailVerified == true)
    let token = try claims(of: first.idToken)["firebase"]
    #expect(
      token?["sign_in_attributes"]
        == ["email": "kim@example.com", "groups": ["red", "blue"], "name": "Kim & Lee"])
    #expect(token?["identities"]?["saml.acme"] == ["kim@example.com"])
    // Each is good once.
    #expect(refusal { try server.finish(session, address) }?.hasPrefix("INVALID_IDP_RESPONSE") == true)
    #expect(
      try server.samlRefusal(form) == Self.wrongRequest)

    let again = try server.askSAML()
    let location = try server.consume(server.samlResponse(at: again.page, as: Self.kim)).headers["Location"]
    #expect(try server.finish(again.session, try #require(location)).localId == first.localId)
  }

  @Test func thePersonChoosesOnThePage() throws {
    let server = try ServerHarness(policy: .believingNobody)
    try server.setUpSAML()
    let (session, page) = try server.askSAML()
    let headers: HTTPHeaders = ["Host": "127.0.0.1:9099"]
    let shown = try server.form(on: server.browse(page, headers: headers))
    let empty = try server.browse(page, form: [shown.fields[0], .init("make", "yes")], headers: headers)
    #expect(empty.status == 400)
    #expect(
      try server.browse(page, form: [.init("email", "kim@example.com")], headers: headers).status == 400)
    let posted = try server.browse(
      page, form: [shown.fields[0], .init("email", "kim@example.com")], headers: headers)
    let location = try server.consume(server.form(on: posted)).headers["Location"]
    #expect(try server.finish(session, try #require(location)).email == "kim@example.com")

    let other = try server.askSAML()
    let token = try server.form(on: server.browse(other.page, headers: headers)).fields[0]
    let cancelled = try server.browse(other.page, form: [token, .init("cancel", "yes")], headers: headers)
    let form = try server.form(on: cancelled)
    // Nobody signs it, so it must at least name the request.
    for other in ["", " InResponseTo=\"_1\""] {
      let forged = form.fields.changing { $0.replacing(/\sInResponseTo="[^"]*"/, with: other) }
      #expect(try server.samlRefusal((form.consumer, forged)) == Self.wrongRequest)
    }
    let back = try #require(try server.consume(form).headers["Location"])
    #expect(back.hasPrefix(ServerHarness.callback + "?error=access_denied&state="))
  }

  @Test func aWrongResponseDoesNotEndTheSignIn() throws {
    let server = try ServerHarness(policy: .believingNobody)
    try server.setUpSAML()
    let (session, page) = try server.askSAML()
    let form = try server.samlResponse(at: page)
    let forged = form.fields.changing { $0.replacing("kim@example.com", with: "eve@example.com") }
    #expect(try server.samlRefusal((form.consumer, forged)) == Self.wrongSignature)
    // Another person's response does not answer it.
    let other = try server.samlResponse(at: server.askSAML().page, as: "eve@example.com")
    let crossed = [other.fields[0], form.fields[1]]
    #expect(try server.samlRefusal((form.consumer, crossed)) == Self.wrongRequest)
    #expect(try server.samlRefusal((form.consumer, [form.fields[0]])) == Self.wrongRequest)
    let location = try server.consume(form).headers["Location"]
    #expect(try server.finish(session, try #require(location)).email == "kim@example.com")
    let late = try server.samlResponse(at: server.askSAML().page)
    server.clock.advance(361)
    #expect(
      try server.samlRefusal(late) == "INVALID_IDP_RESPONSE : ((saml.acme: the assertion has expired.))")
  }

  /// As SDKs do for apps that receive the response.
  @Test func anAppBringsTheResponse() throws {
    let server = try ServerHarness(policy: .believingNobody)
    try server.setUpSAML()
    let (session, page) = try server.askSAML()
    let fields = try server.samlResponse(at: page).fields
    func send(_ session: String?) throws -> SignInWithIdp.Response {
      let form = FormEncoding.encode([fields[0], .init("providerId", "saml.acme")])
      var request = SignInWithIdp.Request(postBody: form)
      request.requestUri = ServerHarness.callback
      request.sessionId = session
      return try server.call(SignInWithIdp.self, request, headers: ["Host": "127.0.0.1:9099"])
    }
    #expect(refusal { try send(nil) } == Self.wrongRequest)
    let unknown =
      "INVALID_IDP_RESPONSE : The session is not known here, was used, or has expired."
    #expect(refusal { try send("x") } == unknown)
    #expect(try send(session).email == "kim@example.com")
    #expect(refusal { try send(session) } == unknown)
    let other = try server.askSAML()
    #expect(refusal { try send(other.session) } == Self.wrongRequest)
  }

  @Test func aResponseThatNobodyAskedForIsTakenOnce() throws {
    let server = try ServerHarness(policy: .believingNobody)
    let start = "http://127.0.0.1:9099/emulator/auth/saml/sso/saml.acme?RelayState="
    var form = try server.samlResponse(at: start + "http%3A%2F%2Flocalhost%3A5000%2Fhome%3Fa%3D1")
    let forged = form.fields.changing { $0.replacing("kim@example.com", with: "eve@example.com") }
    #expect(try server.samlRefusal((form.consumer, forged)) == Self.wrongSignature)
    let address = try #require(try server.consume(form).headers["Location"])
    #expect(address.hasPrefix("http://localhost:5000/home?a=1&providerId=saml.acme&pendingToken="))
    #expect(
      try server.samlRefusal(form)
        == "INVALID_IDP_RESPONSE : ((saml.acme: the assertion was already used.))")
    var request = SignInWithIdp.Request()
    request.pendingToken = String(try #require(address.split(separator: "=").last))
    #expect(try server.call(SignInWithIdp.self, request).email == "kim@example.com")
    #expect(refusal { try server.call(SignInWithIdp.self, request) } == "INVALID_PENDING_TOKEN")

    // The token goes to no page that the project does not know.
    form = try server.samlResponse(at: start + "https%3A%2F%2Fevil.example%2F")
    let answer = try server.consume(form)
    #expect(answer.status == 200)
    #expect(answer.headers["Location"] == nil)
  }

  /// Whoever has an account at the provider could sign others in to it.
  @Test(arguments: [false, true])
  func aProviderThatIsSetUpMayHaveToBeAsked(isAllowed: Bool) throws {
    let server = try ServerHarness(policy: .believingNobody.with { $0.unsolicitedSAML = isAllowed })
    try server.setUpSAML()
    let form = try server.samlResponse(at: "http://127.0.0.1:9099/emulator/auth/saml/sso/saml.acme")
    let unasked =
      "INVALID_IDP_RESPONSE : ((saml.acme: nobody asked for this response. Begin at the app, or set the policy saml-unsolicited=true.))"
    #expect(try server.samlRefusal(form) == (isAllowed ? nil : unasked))
    // An app cannot bring it either, and it was not used up.
    if !isAllowed {
      let body = FormEncoding.encode([form.fields[0], .init("providerId", "saml.acme")])
      var request = SignInWithIdp.Request(postBody: body)
      request.requestUri = ServerHarness.callback
      let headers: HTTPHeaders = ["Host": "127.0.0.1:9099"]
      #expect(refusal { try server.call(SignInWithIdp.self, request, headers: headers) } == unasked)
    }
  }

  @Test func aPageOfAnotherSiteDoesNotChooseWhoSignsIn() throws {
    let server = try ServerHarness(policy: .believingNobody)
    let page = "http://127.0.0.1:9099/emulator/auth/saml/sso/saml.acme?usher_identity=kim@example.com"
    func field(_ site: String) throws -> String {
      let answer = try server.browse(page, headers: ["Host": "127.0.0.1:9099", "Sec-Fetch-Site": site])
      #expect(answer.status == 200)
      return try server.form(on: answer).fields[0].name
    }
    #expect(try field("cross-site") == "form")
    #expect(try field("none") == "SAMLResponse")
    #expect(try field("same-site") == "SAMLResponse")
  }

  @Test func aResponseIsInNoAddress() throws {
    let server = try ServerHarness(policy: .believingNobody)
    try server.setUpSAML()
    let form = try server.samlResponse(at: server.askSAML().page)
    let answer = try server.browse(
      form.consumer + "?" + FormEncoding.encode(form.fields), headers: ["Host": "127.0.0.1:9099"])
    #expect(answer.status == 405)
    #expect(try server.consume(form).status == 303)
  }

  /// It may be from an earlier version.
  @Test func aProviderThatCannotBeAskedIsNotReplaced() throws {
    let server = try ServerHarness(policy: .believingNobody)
    try server.setUpSAML()
    _ = try server.store.write {
      try $0.connection.run(
        """
        UPDATE provider_configurations SET config = replace(config, 'ssoUrl', 'other')
          WHERE project = (SELECT id FROM projects WHERE name = 'demo-test') AND provider = 'saml.acme'
        """)
    }
    let refused = "OPERATION_NOT_ALLOWED : The identity provider configuration cannot be used."
    #expect(refusal { try server.askSAML() } == refused)
    let page = "http://127.0.0.1:9099/emulator/auth/saml/sso/saml.acme"
    #expect(try server.browse(page, headers: ["Host": "127.0.0.1:9099"]).status == 400)
    #expect(
      SAMLSettings([
        "idpConfig": ["idpEntityId": "e", "ssoUrl": "http://id.example/sso"], "spConfig": ["spEntityId": "s"],
      ]) == nil)
  }

  @Test func theEmulatorBelievesEverybody() throws {
    let server = try ServerHarness(policy: .quickEmulator)
    let path = "http://127.0.0.1:9099/emulator/auth/saml/acs/saml.acme"
    let json = #"{"assertion":{"subject":{"nameId":"kim@example.com"},"attributeStatements":{"a":"b"}}}"#
    #expect(try server.consume((path, [.init("SAMLResponse", json)])).status == 200)
    let form = try server.samlResponse(at: path.replacing("/acs/", with: "/sso/") + "?RelayState=x")
    let unsigned = form.fields.changing {
      $0.replacing(/<ds:Signature .*<\/ds:Signature>/, with: "")
        .replacing("kim@example.com", with: "lee@example.com")
    }
    let page = try server.consume((path, unsigned))
    #expect(page.status == 200)
    #expect(String(decoding: page.body, as: UTF8.self).contains("lee@example.com"))
    // The same by the client's call.
    let body = FormEncoding.encode([unsigned[0], .init("providerId", "saml.acme")])
    #expect(try server.call(SignInWithIdp.self, .init(postBody: body)).email == "lee@example.com")
    for (path, fields, error) in [
      (path, [], "INVALID_ARGUMENT : Missing SAMLResponse parameter"),
      (
        path.replacing("saml.acme", with: "oauth.x"), [.init("SAMLResponse", json)],
        "INVALID_ARGUMENT : Invalid provider ID: it begins with saml."
      ),
    ] as [(String, [QueryItem], String)] {
      #expect(try server.samlRefusal((path, fields)) == error)
    }
  }

  @Test func whoeverChecksTokensBelievesNoJSON() throws {
    let server = try ServerHarness(policy: .believingNobody)
    let path = "http://127.0.0.1:9099/emulator/auth/saml/acs/saml.acme"
    let json = #"{"assertion":{"subject":{"nameId":"kim@example.com"}}}"#
    #expect(
      try server.samlRefusal((path, [.init("SAMLResponse", json)]))
        == "INVALID_IDP_RESPONSE : Unable to verify the SAML response.")
  }

  /// Nobody may take the place of a provider that the project has set up.
  @Test func theServersOtherPagesDoNotReplaceAProviderThatIsSetUp() throws {
    let server = try ServerHarness(policy: .believingNobody)
    let before = try server.signIn(at: "saml.acme", as: "kim@example.com")
    let token = try #require(before.oauthIdToken)
    try server.setUpSAML()
    let form = FormEncoding.encode([.init("providerId", "saml.acme"), .init("id_token", token)])
    #expect(
      refusal { try server.call(SignInWithIdp.self, .init(postBody: form)) }
        == "INVALID_IDP_RESPONSE : Unable to verify the ID Token signature.")
    let state = String(try #require(server.askSAML().page.split(separator: "=").last))
    #expect(try server.browse("/emulator/auth/provider?state=" + state).status == 400)
    // Where the server does not listen, no provider can answer.
    #expect(
      refusal { try server.authorize("saml.acme") }
        == "UNAVAILABLE : ((saml.acme: its answers come to a server that listens. Start one with usher serve.))"
    )
    // Firebase's emulator shows its page for every provider.
    let emulator = try ServerHarness(policy: .quickEmulator)
    try emulator.setUpSAML()
    #expect(try emulator.signIn(at: "saml.acme", as: "kim@example.com").email == "kim@example.com")
  }

  @Test func thePageAnswersOnlyAppsOfTheProject() throws {
    let server = try ServerHarness(policy: .believingNobody)
    let page = "http://127.0.0.1:9099/emulator/auth/saml/sso/saml.acme"
    func status(_ consumer: String?) throws -> Int {
      let request = AuthnRequest(id: "_1", issuer: "app", consumer: consumer ?? "")
      let address = request.address(at: page, relayState: "x", at: server.clock.now)
      return try server.browse(
        address + "&usher_identity=kim@example.com", headers: ["Host": "127.0.0.1:9099"]
      ).status
    }
    #expect(try status("http://localhost:3000/acs") == 200)
    #expect(try status("https://demo-test.web.app/acs") == 200)
    #expect(try status("https://evil.example/acs") == 400)
    #expect(try status("javascript:alert(1)") == 400)
    #expect(try status(nil) == 400)
    #expect(
      try server.browse(page + "?SAMLRequest=AAAA", headers: ["Host": "127.0.0.1:9099"]).status == 400)
  }

  @Test func theCertificateStays() throws {
    let server = try ServerHarness(policy: .believingNobody)
    let metadata = try server.metadata()
    #expect(try server.reopened(policy: .believingNobody).metadata() == metadata)
    #expect(metadata.entityID == "https://identity-provider-page.invalid/demo-test/saml.acme")
  }

  @Test func aTenantsProviderAnswersTheTenant() throws {
    let server = try ServerHarness(policy: .believingNobody)
    let red = try server.makeTenant()
    try server.setUpSAML({ $0["spConfig"] = ["spEntityId": "red-app"] }, tenant: red)
    let (session, page) = try server.askSAML(tenant: red)
    let form = try server.samlResponse(at: page)
    #expect(form.consumer.hasSuffix("/acs/saml.acme?tid=" + red))
    let location = try #require(try server.consume(form).headers["Location"])
    #expect(try server.finish(session, location, tenant: red).tenantId == red)
  }
}
