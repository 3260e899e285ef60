import AuthServer
import Essentials
import HTTP
import IdentityToolkit
import Testing

/// "Who are you at Google?"
@Suite struct ProviderPageTests {
  private func page(_ response: HTTPResponse) -> String { String(decoding: response.body, as: UTF8.self) }

  private func formToken(_ page: String) throws -> String {
    String(try #require(page.firstMatch(of: /name="form" value="([^"]*)"/)).output.1)
  }

  @Test func thePageNeedsNoScriptAndLoadsNothing() throws {
    let server = try ServerHarness(policy: .believingNobody)
    let begun = try server.authorize("google.com", ["login_hint": "kim@example.com"])
    let response = try server.browse(begun.authUri)
    let page = page(response)
    #expect(response.status == 200)
    let nonce = try #require(page.firstMatch(of: /<style nonce="([\w-]{24})">/)).output.1
    #expect(
      response.headers["Content-Security-Policy"]
        == "default-src 'none'; style-src 'nonce-\(nonce)'; form-action *; base-uri 'none'; frame-ancestors 'none'"
    )
    #expect(response.headers["Cache-Control"] == "no-store")
    #expect(response.headers["Referrer-Policy"] == "same-origin")
    #expect(response.headers["X-Content-Type-Options"] == "nosniff")
    #expect(!page.contains("<script"))
    #expect(!page.contains("src="))
    for mark in [
      "<title>Who are you at Google?</title>", "<h1>Who are you at Google?</h1>", #"<html lang="en">"#,
      #"<label for="email">E-mail address</label>"#, #"<label for="name">Name (optional)</label>"#,
      #"value="kim@example.com""#, #"name="verified" value="yes" checked>"#,
      #"<button class="primary" name="make" value="yes">Sign in</button>"#,
      #"<button name="cancel" value="yes">Cancel</button>"#, "prefers-color-scheme:dark", " autofocus>",
    ] {
      #expect(page.contains(mark), "\(mark)")
    }
    #expect(!page.contains("google.com"))
    #expect(!page.contains("Known users"))
  }

  @Test func thoseWhomTheProviderKnowsAreOneButtonEach() throws {
    let server = try ServerHarness(policy: .believingNobody)
    let kim = try server.signIn(at: "google.com", as: #"{"sub":"g1","email":"kim@example.com","name":"Kim"}"#)
    _ = try server.signIn(at: "apple.com", as: "lee@example.com")
    let begun = try server.authorize()
    let page = page(try server.browse(begun.authUri))
    #expect(
      page.contains(
        #"<li><button name="person" value="g1">Kim<br><small>kim@example.com</small></button></li>"#))
    #expect(!page.contains("lee@example.com"))
    let address = try server.choose([.init("person", "g1")], at: begun.authUri)
    #expect(try server.finish(begun.sessionId, address).localId == kim.localId)
  }

  @Test func whatIsTypedWrongIsSaidAndKept() throws {
    let server = try ServerHarness(policy: .believingNobody)
    let begun = try server.authorize()
    let token = try formToken(page(try server.browse(begun.authUri)))
    func send(_ items: [QueryItem]) throws -> HTTPResponse {
      try server.browse(begun.authUri, form: [.init("form", token)] + items)
    }
    for (email, complaint) in [
      ("", "Enter an e-mail address."), ("kim", "Enter an e-mail address such as kim@example.com."),
    ] {
      let response = try send([.init("name", "Kim <3"), .init("email", email), .init("make", "yes")])
      let page = page(response)
      #expect(response.status == 400)
      #expect(page.contains("<title>Error: Who are you at Google?</title>"))
      #expect(page.contains(#"<p id="complaint" class="complaint" role="alert">\#(complaint)</p>"#))
      #expect(page.contains(#"value="Kim &lt;3""#))
      #expect(
        page.contains(
          #"value="\#(email)" inputmode="email" autocapitalize="none" aria-invalid="true" aria-describedby="complaint" autofocus>"#
        ))
      #expect(page.contains(#"name="verified" value="yes">"#))
      #expect(page.components(separatedBy: " autofocus").count == 2)
    }
    let long = try send([
      .init("name", String(repeating: "x", count: 257)), .init("email", "kim@example.com"),
    ])
    #expect(page(long).contains("The name is too long"))
    #expect(page(try send([.init("person", "nobody")])).contains("does not know this user"))
    // An address that nobody verified stays one.
    let answer = try send([.init("email", "kim@example.com")])
    let address = try #require(answer.headers["Location"])
    #expect(answer.status == 303)
    #expect(answer.headers["Referrer-Policy"] == "no-referrer")
    #expect(try server.finish(begun.sessionId, address).emailVerified == false)
  }

  @Test func nothingForeignBecomesPartOfThePage() throws {
    let server = try ServerHarness(policy: .believingNobody)
    let evil = #""><script>alert(1)</script>'"#
    let claims: JSONValue = ["sub": .string(evil), "name": .string(evil), "screen_name": .string(evil)]
    _ = try server.signIn(at: "google.com", as: claims.text)
    let begun = try server.authorize("google.com", ["login_hint": evil])
    let first = page(try server.browse(begun.authUri))
    let second = page(
      try server.browse(
        begun.authUri, form: [.init("form", try formToken(first)), .init("name", evil), .init("email", evil)])
    )
    for page in [first, second] {
      #expect(!page.contains("<script"))
      #expect(page.contains("&quot;&gt;&lt;script&gt;"))
    }
  }

  @Test func onlyThePagesOwnFormCounts() throws {
    let server = try ServerHarness(policy: .believingNobody)
    let begun = try server.authorize()
    let other = try server.authorize()
    let token = try formToken(page(try server.browse(begun.authUri)))
    let foreign = try formToken(page(try server.browse(other.authUri)))
    let kim = [QueryItem("email", "kim@example.com")]
    for form in [
      kim, [.init("form", "")] + kim, [.init("form", foreign)] + kim, [.init("form", token + "x")] + kim,
      [.init("identity", "kim@example.com")],
      [.init("form", foreign), .init("identity", "kim@example.com")],
    ] {
      let answer = try server.browse(begun.authUri, form: form)
      #expect(answer.status == 400)
      #expect(answer.headers["Location"] == nil)
    }
    let right = [QueryItem("form", token)] + kim
    for headers: HTTPHeaders in [
      ["Origin": "https://evil.example"], ["Origin": "null"], ["Sec-Fetch-Site": "cross-site"],
      ["Origin": "http://evil.example:9099", "Host": "dev.local:9099"],
    ] {
      #expect(try server.browse(begun.authUri, form: right, headers: headers).status == 403)
    }
    for headers: HTTPHeaders in [
      ["Origin": "http://127.0.0.1:5000", "Sec-Fetch-Site": "same-origin"],
      ["Origin": "http://dev.local:9099", "Host": "dev.local:9099"],
    ] {
      let mine = try server.authorize()
      let token = try formToken(page(try server.browse(mine.authUri)))
      let right = [QueryItem("form", token)] + kim
      #expect(try server.browse(mine.authUri, form: right, headers: headers).status == 303)
    }
  }

  @Test func lookingDoesNotChoose() throws {
    let server = try ServerHarness(policy: .believingNobody)
    let begun = try server.authorize("google.com", ["usher_identity": "kim@example.com"])
    let state = try #require(begun.authUri?.split(separator: "?").last).split(separator: "&")[0].dropFirst(6)
    let answer = try server.send(
      .head, "/emulator/auth/provider",
      query: [.init("state", String(state)), .init("usher_identity", "kim@example.com")])
    #expect(answer.status == 200)
    #expect(
      try server.count("SELECT count(*) FROM provider_authorizations WHERE code_hash IS NOT NULL") == 0)
  }

  @Test(arguments: ["", "?state=", "?state=x", "?state=x&usher_identity=kim@example.com"])
  func anUnknownSignInIsSaidToBeOver(query: String) throws {
    let server = try ServerHarness(policy: .believingNobody)
    let response = try server.browse("http://localhost/emulator/auth/provider" + query)
    #expect(response.status == 400)
    #expect(page(response).contains("This sign-in has ended"))
  }

  /// A server with a token of its own can be reached from elsewhere, and the page shows who has accounts.
  @Test func thePageIsForThisMachine() throws {
    let server = try ServerHarness(policy: .believingNobody, ownerToken: "s3cret")
    #expect(try server.browse(try server.authorize().authUri).status == 401)
  }
}
