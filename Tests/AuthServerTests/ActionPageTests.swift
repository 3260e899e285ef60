import AuthServer
import Essentials
import HTTP
import IdentityToolkit
import Testing

@Suite struct ActionPageTests {
  private func open(
    _ server: ServerHarness, _ query: [QueryItem], _ method: HTTPMethod = .get,
    headers: HTTPHeaders = [:], body: String = ""
  ) throws -> HTTPResponse {
    try server.send(method, "/emulator/action", query: query, headers: headers, body: body)
  }

  private func query(
    _ mode: String, _ code: String, _ more: [QueryItem] = []
  ) -> [QueryItem] {
    [
      QueryItem("mode", mode), QueryItem("lang", "en"), QueryItem("oobCode", code), QueryItem("apiKey", "k"),
    ] + more
  }

  private func answer(_ response: HTTPResponse) throws -> JSONValue? {
    try JSONValue(parsing: response.body)["authEmulator"]
  }

  private let next = QueryItem("continueUrl", ServerHarness.page)

  @Test func aSignInLinkLeadsOnWithItsParameters() throws {
    let server = try ServerHarness()
    let code = try server.sendLink()
    let page = "http://localhost:5000/done?a=1&mode=x&oobCode=y#top"
    let response = try open(server, query("signIn", code, [QueryItem("continueUrl", page)]))
    #expect(response.status == 303)
    #expect(
      response.headers["Location"]
        == "http://localhost:5000/done?a=1&mode=signIn&oobCode=\(code)&lang=en&apiKey=k#top")
    #expect(try server.signIn(code: code).isNewUser == true)
    let none = try open(server, query("signIn", code))
    #expect(none.status == 400)
    #expect(try answer(none)?["error"] == "Missing continueUrl query parameter")
  }

  @Test func noLinkLeadsToAForeignPage() throws {
    let server = try ServerHarness(policy: .quick)
    let kim = try server.signUp()
    try server.send(.verifyEmail) { $0.idToken = kim.idToken }
    let code = try server.mailedCode()
    for page in ["https://evil.example/", "javascript:alert(1)", "http://localhost@evil.example/"] {
      for mode in ["signIn", "verifyEmail"] {
        let response = try open(server, query(mode, code, [QueryItem("continueUrl", page)]))
        #expect(response.status == 400)
        #expect(response.headers["Location"] == nil)
      }
    }
    #expect(try server.lookup(kim.idToken)?.emailVerified == false)
  }

  @Test func anAddressIsVerifiedChangedAndRestored() throws {
    let server = try ServerHarness(policy: .quickEmulator)
    let kim = try server.signUp()
    try server.send(.verifyEmail) { $0.idToken = kim.idToken }
    var code = try server.mailedCode()
    // A look is no visit.
    #expect(try open(server, query("verifyEmail", code), .head).status == 200)
    let verified = try open(server, query("verifyEmail", code))
    #expect(verified.status == 200)
    #expect(
      try answer(verified) == [
        "email": "kim@example.com", "success": "The email has been successfully verified.",
      ])
    let again = try open(server, query("verifyEmail", code))
    #expect(again.status == 400)
    #expect(
      try answer(again) == [
        "error": "Your request to verify your email has expired or the link has already been used.",
        "instructions": "Try verifying your email again.",
      ])

    try server.send(.verifyAndChangeEmail) {
      $0.idToken = kim.idToken
      $0.newEmail = "new@example.com"
    }
    code = try server.mailedCode("new@example.com")
    // Only what it is for.
    #expect(try open(server, query("verifyEmail", code)).status == 400)
    let changed = try open(server, query("verifyAndChangeEmail", code))
    #expect(
      try answer(changed) == [
        "newEmail": "new@example.com", "success": "The email has been successfully changed.",
      ])
    #expect(
      try answer(open(server, query("verifyAndChangeEmail", code)))?["error"]
        == "Your request to change your email has expired or the link has already been used.")

    // A link mails no way back here, but a change without one does.
    try server.update(kim.idToken) { $0.email = "third@example.com" }
    code = try server.mailedCode("new@example.com")
    let restored = try open(server, query("recoverEmail", code, [next]))
    #expect(restored.status == 200)
    #expect(
      try answer(restored) == [
        "email": "new@example.com", "success": "The email has been successfully reset.",
      ])
    #expect(
      try answer(open(server, query("recoverEmail", code)))?["error"]
        == "Requested mode does not match the OOB code provided.")

    try server.send(.verifyEmail) { $0.idToken = kim.idToken }
    let on = try open(server, query("verifyEmail", server.mailedCode("new@example.com"), [next]))
    #expect(on.status == 303)
    #expect(on.headers["Location"] == ServerHarness.page)
  }

  @Test func aPasswordIsReset() throws {
    let server = try ServerHarness(policy: .quick)
    try server.signUp()
    try server.send(.passwordReset, to: ServerHarness.email)
    let mail = try #require(try server.mails().last)
    let code = try #require(mail.code)
    func reset(_ password: String?, _ more: [QueryItem] = []) throws -> HTTPResponse {
      try open(
        server, query("resetPassword", code, (password.map { [QueryItem("newPassword", $0)] } ?? []) + more))
    }
    let template = JSONValue.string("\(mail.link ?? "")&newPassword=NEW_PASSWORD_HERE")
    let asked = try reset(nil)
    #expect(asked.status == 400)
    #expect(try answer(asked)?["error"] == "missing newPassword query parameter")
    #expect(try answer(asked)?["urlTemplate"] == template)
    let placeholder = try reset("NEW_PASSWORD_HERE")
    #expect(placeholder.status == 400)
    #expect(
      try answer(placeholder)?["error"] == "newPassword must be something other than 'NEW_PASSWORD_HERE'")
    let weak = try reset("12345")
    #expect(weak.status == 400)
    #expect(try answer(weak)?["error"] == "WEAK_PASSWORD : Password should be at least 6 characters")
    let done = try reset("new password")
    #expect(done.status == 200)
    #expect(
      try answer(done) == [
        "email": "kim@example.com", "success": "The password has been successfully updated.",
      ])
    #expect(
      try answer(reset("new password"))?["error"]
        == "Your request to reset your password has expired or the link has already been used.")
    #expect(try server.signIn(password: "new password").registered == true)
  }

  @Test func whatIsMissingIsTold() throws {
    let server = try ServerHarness()
    let code = try server.sendLink()
    func answer(_ query: [QueryItem]) throws -> JSONValue? {
      let response = try open(server, query)
      #expect(response.status == 400)
      return try self.answer(response)
    }
    #expect(
      try answer([QueryItem("mode", "signIn"), QueryItem("oobCode", code)]) == [
        "error": "missing apiKey query parameter",
        "instructions": "Please modify the URL to specify an apiKey, such as ...&apiKey=YOUR_API_KEY",
      ])
    #expect(
      try answer([QueryItem("mode", "signIn"), QueryItem("apiKey", "k")])?["error"]
        == "missing oobCode query parameter")
    #expect(try answer(query("nonsense", code)) == ["error": "Invalid mode"])
    #expect(try answer([QueryItem("oobCode", code), QueryItem("apiKey", "k")]) == ["error": "Invalid mode"])
    for mode in ["resetPassword", "verifyEmail", "verifyAndChangeEmail", "recoverEmail"] {
      #expect(try answer(query(mode, "x"))?["error"] != nil)
      #expect(try answer(query(mode, code))?["error"] != nil)
    }
    #expect(
      try answer(query("signIn", code, [next, QueryItem("tenantId", "t")])) == [
        "error": "TENANT_ID_MISMATCH"
      ])
  }

  @Test func peopleGetAPage() throws {
    let server = try ServerHarness(policy: .quick)
    try server.signUp()
    let browser: HTTPHeaders = [
      "Accept": "text/html,application/xhtml+xml", "Sec-Fetch-Site": "cross-site",
    ]
    try server.send(.passwordReset, to: ServerHarness.email)
    let link = query("resetPassword", try server.mailedCode())
    let form = try open(server, link, headers: browser)
    #expect(form.status == 200)
    #expect(form.headers["Content-Type"] == "text/html; charset=UTF-8")
    #expect(form.headers["Referrer-Policy"] == "same-origin")
    #expect(form.headers["Cache-Control"] == "no-store")
    #expect(form.headers["Content-Security-Policy"]?.hasPrefix("default-src 'none';") == true)
    let html = String(decoding: form.body, as: UTF8.self)
    #expect(html.contains(#"<form method="post" action="/emulator/action?mode=resetPassword&amp;lang=en"#))
    #expect(html.contains("kim@example.com"))
    let done = try open(server, link, .post, headers: browser, body: "newPassword=new+password%21")
    #expect(done.status == 200)
    #expect(String(decoding: done.body, as: UTF8.self).contains("successfully updated"))
    #expect(try server.signIn(password: "new password!").registered == true)
    let used = try open(server, link, headers: browser)
    #expect(used.status == 400)
    let bad = try open(
      server, query("verifyEmail", "x", [QueryItem("continueUrl", "http://<script>")]), headers: browser)
    #expect(!String(decoding: bad.body, as: UTF8.self).contains("<script>"))
  }

  @Test func aLinkFindsItsProject() throws {
    let server = try ServerHarness(policy: .quick)
    let owner: HTTPHeaders = ["Authorization": "Bearer owner"]
    let base = "/identitytoolkit.googleapis.com/v1/projects/demo-other/accounts"
    _ = try server.send(
      .post, base, headers: owner, body: #"{"localId":"kim","email":"kim@example.com"}"#)
    let made = try server.send(
      .post, base + ":sendOobCode", headers: owner,
      body: #"{"requestType":"VERIFY_EMAIL","email":"kim@example.com","returnOobLink":true}"#)
    let code = try #require((try ServerHarness.decode(made) as SendOobCode.Response).oobCode)
    #expect(refusal { try server.apply(code) } == "INVALID_OOB_CODE")
    #expect(try open(server, query("verifyEmail", code)).status == 200)
    let found = try server.send(
      .post, base + ":lookup", headers: owner, body: #"{"localId":["kim"]}"#)
    #expect(try (ServerHarness.decode(found) as Lookup.Response).users?.first?.emailVerified == true)
  }
}
