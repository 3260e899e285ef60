import AuthServer
import Essentials
import HTTP
import IdentityToolkit
import Testing

@Suite struct AuthHandlerTests {
  private static let popUp: [QueryItem] = [
    .init("apiKey", "k"), .init("appName", "[DEFAULT]"), .init("authType", "signInViaPopup"),
    .init("redirectUrl", "http://localhost:3000/"), .init("v", "12.0.0"), .init("eventId", "1"),
    .init("providerId", "google.com"),
  ]

  /// The parameters with `changes`; an empty value is none.
  private static func query(_ changes: [String: String] = [:]) -> [QueryItem] {
    let kept = popUp.filter { changes[$0.name] == nil }
    return kept + changes.sorted { $0.key < $1.key }.map { QueryItem($0.key, $0.value) }
  }

  private func open(_ server: ServerHarness, _ changes: [String: String] = [:]) throws -> HTTPResponse {
    // As a browser asks for a window that a page of another port opens.
    try server.send(
      .get, "/emulator/auth/handler", query: Self.query(changes),
      headers: ["Sec-Fetch-Site": "cross-site", "Accept": "application/json"])
  }

  private func page(_ server: ServerHarness, _ changes: [String: String] = [:]) throws -> String {
    let response = try open(server, changes)
    #expect(response.status == 200, "\(String(decoding: response.body, as: UTF8.self))")
    return String(decoding: response.body, as: UTF8.self)
  }

  /// The claims of those whom the page offers, or the ones that it goes on with.
  private func claims(_ page: String, chosen: Bool = false) throws -> [JSONValue] {
    let pattern = chosen ? /<main [^>]*data-claims="([^"]*)"/ : /<li [^>]*data-claims="([^"]*)"/
    return try page.matches(of: pattern).map { match in
      let text = String(match.output.1).replacing("&quot;", with: "\"").replacing("&lt;", with: "<")
        .replacing("&gt;", with: ">").replacing("&#39;", with: "'").replacing("&amp;", with: "&")
      return try #require(JSONValue(json: text))
    }
  }

  /// Signs in as an app's SDK does with the answer of the handler.
  private func signIn(_ server: ServerHarness, _ claims: JSONValue) throws -> SignInWithIdp.Response {
    var request = SignInWithIdp.Request()
    request.requestUri =
      "http://127.0.0.1:9099/emulator/auth/handler?providerId=google.com&id_token="
      + FormEncoding.encode(claims.text)
    request.postBody = ""
    return try server.call(SignInWithIdp.self, request)
  }

  @Test func noPageOfAnotherOriginReadsIt() throws {
    let server = try ServerHarness()
    for (path, query) in [
      ("/emulator/auth/handler", [QueryItem("apiKey", "k"), QueryItem("providerId", "google.com")]),
      ("/emulator/action", [QueryItem("mode", "signIn")]),
    ] {
      let answer = try server.send(.get, path, query: query, headers: ["Origin": "https://evil.example"])
      #expect(answer.headers["Access-Control-Allow-Origin"] == nil)
    }
  }

  @Test func whatTestDriversLookForIsThere() throws {
    let page = try page(ServerHarness())
    #expect(page.contains("<title>Auth Emulator IDP Login Widget</title>"))
    for mark in [
      #"id="accounts-list""#, #"id="add-account-button" class="js-new-account""#, #"id="email-input""#,
      #"id="display-name-input""#, #"id="screen-name-input""#, #"id="profile-photo-input""#,
      #"id="autogen-button""#, #"id="main-form""#, #"id="back-button""#,
      #"<button id="sign-in" type="submit">Sign in with Google.com</button>"#, "window.toggleForm = ",
    ] {
      #expect(page.contains(mark), "\(mark)")
    }
    #expect(try claims(page) == [])
  }

  @Test func thoseWhoSignedInByTheProviderAreOffered() throws {
    let server = try ServerHarness()
    let kim: JSONValue = [
      "sub": "g1", "email": "kim@example.com", "email_verified": true, "name": "Kim", "picture": "http://p/1",
      "screen_name": "kim1",
    ]
    let first = try signIn(server, kim)
    var facebook = SignInWithIdp.Request(
      postBody: FormEncoding.encode([
        .init("providerId", "facebook.com"), .init("id_token", #"{"sub":"f1"}"#),
      ]))
    facebook.returnIdpCredential = nil
    _ = try server.call(SignInWithIdp.self, facebook)
    let offered = try claims(page(server))
    #expect(
      offered == [
        [
          "aud": "", "email": "kim@example.com", "email_verified": true, "iss": "",
          "name": "Kim", "picture": "http://p/1", "screen_name": "kim1", "sub": "g1",
        ]
      ])
    let again = try signIn(server, offered[0])
    #expect(again.localId == first.localId)
    #expect(again.displayName == "Kim")
    #expect(try claims(page(server, ["providerId": "Facebook.com"])).map { $0["sub"] } == ["f1"])
    #expect(try claims(page(server, ["providerId": "apple.com"])) == [])
  }

  @Test func aPersonIsChosenWithoutAClick() throws {
    let server = try ServerHarness()
    let new = try #require(
      try claims(page(server, ["usher_identity": "Kim@Example.com"]), chosen: true).first)
    #expect(new["email"] == "kim@example.com")
    #expect(new["sub"]?.string?.wholeMatch(of: /\d{20}/) != nil)
    // Two windows at once are one person.
    #expect(try claims(page(server, ["usher_identity": "kim@example.com"]), chosen: true) == [new])
    let other = try claims(
      page(server, ["usher_identity": "kim@example.com", "providerId": "apple.com"]), chosen: true)
    #expect(other.first?["sub"] != new["sub"])

    _ = try signIn(server, ["sub": "g1", "email": "lee@example.com", "email_verified": true, "name": "Lee"])
    let known = try claims(page(server, ["usher_identity": "lee@example.com"]), chosen: true)
    #expect(known.map { $0["sub"] } == ["g1"])
    let described = try claims(
      page(server, ["usher_identity": #"{"email":"lee@example.com","name":"Lee Kim","hd":"example.com"}"#]),
      chosen: true)
    #expect(
      described == [
        [
          "email": "lee@example.com", "email_verified": true, "hd": "example.com", "name": "Lee Kim",
          "sub": "g1",
        ]
      ])
    let whole: JSONValue = ["email_verified": false, "sub": "x"]
    #expect(try claims(page(server, ["usher_identity": whole.text]), chosen: true) == [whole])
    #expect(try claims(page(server), chosen: true) == [])
  }

  @Test func nothingForeignBecomesPartOfThePage() throws {
    let server = try ServerHarness()
    let evil = #""><script>alert(1)</script>'"#
    _ = try signIn(server, ["sub": .string(evil), "name": .string(evil), "picture": .string(evil)])
    for page in [
      try page(server, ["appName": evil, "eventId": evil, "scopes": evil]),
      try page(server, ["usher_identity": JSONValue.object([.init("sub", .string(evil))]).text]),
    ] {
      #expect(!page.contains("alert(1)</script>"))
      #expect(page.components(separatedBy: "<script").count == 2)
      #expect(try claims(page).first?["name"] == .string(evil))
    }
  }

  @Test func onlyThePagesOwnScriptRuns() throws {
    let server = try ServerHarness()
    var nonces: Set<String> = []
    for path in ["handler", "handler", "iframe"] {
      let response = try server.send(.get, "/emulator/auth/" + path, query: Self.popUp)
      let page = String(decoding: response.body, as: UTF8.self)
      let nonce = try #require(page.firstMatch(of: /<script nonce="([\w-]{24})">/)).output.1
      nonces.insert(String(nonce))
      // The page asks the server for the tokens.
      let (connecting, framing) =
        path == "handler" ? ("connect-src 'self'; ", "; frame-ancestors 'none'") : ("", "")
      #expect(
        response.headers["Content-Security-Policy"]
          == "default-src 'none'; script-src 'nonce-\(nonce)'; style-src 'nonce-\(nonce)'; base-uri 'none'; "
          + connecting + "form-action 'none'" + framing)
      #expect(response.headers["Cache-Control"] == "no-store")
      #expect(!page.contains("https://"))
    }
    #expect(nonces.count == 3)
  }

  @Test(arguments: [
    ["apiKey": ""], ["providerId": ""], ["providerId": "password"], ["appName": ""], ["redirectUrl": "x"],
    ["authType": "signInViaRedirect", "redirectUrl": ""], ["redirectUrl": "javascript:alert(1)"],
    ["redirectUrl": " javascript:alert(1)"], ["redirectUrl": "java\tscript:alert(1)"],
    ["redirectUrl": "DATA:text/html,x"], ["redirectUrl": "/x"], ["usher_identity": "kim"],
    ["usher_identity": "{"], ["usher_identity": "{}"], ["usher_identity": #"{"email":1}"#],
  ])
  func whatLeadsNowhereIsRefused(changes: [String: String]) throws {
    let response = try open(ServerHarness(policy: .emulator), changes)
    #expect(response.status == 400)
    #expect(JSONValue(json: response.body)?["authEmulator"]?["error"]?.string?.isEmpty == false)
  }

  @Test func appsNeedNoPageToGoBackTo() throws {
    let server = try ServerHarness()
    let type = "signInWithRedirect"
    for app in [["apn": "com.example"], ["ibi": "com.example", "clientId": "1.apps"]] {
      let changes = app.merging(["appName": "", "redirectUrl": "", "authType": type]) { $1 }
      #expect(try open(server, changes).status == 200)
    }
  }

  /// At Google, a pop-up gives an access token, too.
  @Test func thePageGivesTheTokensOfTheProvider() throws {
    for (policy, areAskedFor) in [
      (Policy.emulator, false), (.strict, true), (.strict.with { $0.idpTokensChecked = false }, true),
    ] {
      let server = try ServerHarness(policy: policy)
      #expect(
        try String(decoding: open(server, [:]).body, as: UTF8.self).contains(" data-tokens") == areAskedFor)
    }
    let server = try ServerHarness(policy: .quick.with { $0.idpTokensChecked = false })
    let answer = try server.send(
      .post, "/emulator/auth/handler", query: Self.popUp, headers: ["Origin": "http://127.0.0.1:9099"],
      body: #"{"sub":"g1","email":"kim@example.com"}"#)
    let tokens = JSONValue(json: answer.body)
    let form = FormEncoding.encode([
      .init("providerId", "google.com"), .init("id_token", tokens?["id_token"]?.string ?? ""),
      .init("access_token", tokens?["access_token"]?.string ?? ""),
    ])
    var request = SignInWithIdp.Request(postBody: form)
    request.requestUri = "http://localhost"
    let signedIn = try server.call(SignInWithIdp.self, request)
    #expect(signedIn.email == "kim@example.com")
    #expect(signedIn.oauthAccessToken?.isEmpty == false && signedIn.oauthIdToken?.isEmpty == false)
  }

  @Test func aStrictServerAnswersOnlyToPagesOfTheProject() throws {
    let lenient = try ServerHarness(policy: .emulator)
    let strict = try ServerHarness(policy: .strict)
    for (page, isOfProject) in [
      ("http://localhost:3000/x", true), ("http://127.0.0.1:8080/", true), ("http://[::1]:1/", true),
      ("https://demo-test.web.app/a?b#c", true), ("https://evil.example/", false),
      ("https://demo-test.web.app.evil.example/", false), ("http://localhost@evil.example/", false),
      ("capacitor://localhost", false),
    ] {
      #expect(try open(lenient, ["redirectUrl": page]).status == 200)
      #expect(try open(strict, ["redirectUrl": page]).status == (isOfProject ? 200 : 400), "\(page)")
    }
    func frame(_ server: ServerHarness) throws -> String {
      String(
        decoding: try server.send(.get, "/emulator/auth/iframe", query: Self.popUp).body, as: UTF8.self)
    }
    #expect(try frame(lenient).contains(#"<main id="content"></main>"#))
    #expect(
      try frame(strict).contains(
        "data-domains=\"[&quot;localhost&quot;,&quot;127.0.0.1&quot;,&quot;demo-test.firebaseapp.com&quot;,"
          + "&quot;demo-test.web.app&quot;]\""))
  }

  /// A server with a token of its own can be reached from elsewhere, and the page shows who has accounts.
  @Test func theHandlerIsForThisMachine() throws {
    let server = try ServerHarness(ownerToken: "s3cret")
    #expect(try open(server).status == 401)
    #expect(try server.send(.get, "/emulator/auth/iframe", query: Self.popUp).status == 401)
  }

  @Test func pagesWithoutInternetLoadTheOtherEndHere() throws {
    let response = try ServerHarness().send(
      .get, "/emulator/auth/api.js", query: [.init("onload", "f")], headers: ["Sec-Fetch-Site": "cross-site"])
    #expect(response.status == 200)
    #expect(response.headers["Content-Type"] == "text/javascript; charset=UTF-8")
    #expect(response.headers["Cross-Origin-Resource-Policy"] == "cross-origin")
  }
}
