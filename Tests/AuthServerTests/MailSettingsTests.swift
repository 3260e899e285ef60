import AuthServer
import Essentials
import HTTP
import IdentityToolkit
import Testing

/// `notification.sendEmail`: the page that mailed links lead to, and the senders of mails.
@Suite struct MailSettingsTests {
  private static let page = "https://app.example/account?view=mail#top"

  private func server(
    _ sendEmail: JSONValue = ["callbackUri": .string(page)], policy: Policy = .quick
  ) throws -> ServerHarness {
    let server = try ServerHarness(policy: policy)
    _ = try server.setConfig(["notification": ["sendEmail": sendEmail]])
    return server
  }

  /// Sends a mail of each kind; these mails.
  private func mails(of server: ServerHarness) throws -> [OutboxMessage] {
    let kim = try server.signUp()
    try server.send(.emailSignIn, to: ServerHarness.email) { $0.continueUrl = ServerHarness.page }
    try server.send(.passwordReset, to: ServerHarness.email)
    try server.send(.verifyEmail) { $0.idToken = kim.idToken }
    _ = try server.apply(try server.mailedCode())
    let session = try server.signIn(ServerHarness.email, password: ServerHarness.password)
    let enrolled = try server.enrollPhone(session.idToken)
    try server.send(.verifyAndChangeEmail) {
      ($0.idToken, $0.newEmail) = (enrolled.idToken, "new@example.com")
    }
    _ = try server.apply(try server.mailedCode("new@example.com"))
    return try server.mails()
  }

  private static let modes = [
    "signIn", "resetPassword", "verifyEmail", "revertSecondFactorAddition", "verifyAndChangeEmail",
    "recoverEmail",
  ]

  @Test func everyLinkLeadsToTheProjectsOwnPage() throws {
    let mails = try mails(of: server())
    for (mail, mode) in zip(mails, Self.modes) {
      let more = mode == "signIn" ? "&continueUrl=" + FormEncoding.encode(ServerHarness.page) : ""
      let link =
        "https://app.example/account?view=mail&mode=\(mode)&lang=en&oobCode=\(mail.code ?? "")"
        + "&apiKey=k\(more)#top"
      #expect(mail.link == link)
      #expect(mail.text.contains("\n\(link)\n"))
    }
    #expect(mails.count == Self.modes.count)
  }

  @Test func theEmulatorPolicyKnowsNoOtherPage() throws {
    let server = try server(policy: .quickEmulator)
    _ = try server.sendLink()
    let mail = try #require(try server.mails().last)
    #expect(mail.link?.hasPrefix("https://demo-test.firebaseapp.com/__/auth/action?mode=signIn&") == true)
    #expect(mail.from == nil)
  }

  @Test(arguments: ["", "https://demo-test.firebaseapp.com/__/auth/action"])
  func theUsualPageIsThisServersOwn(page: String) throws {
    let server = try server(["callbackUri": .string(page)])
    try server.send(.emailSignIn, to: ServerHarness.email, headers: ["Host": "127.0.0.1:9099"])
    #expect(try server.mails().last?.link?.hasPrefix("http://127.0.0.1:9099/emulator/action?mode=") == true)
  }

  @Test func aTenantsLinksLeadToItsProjectsPage() throws {
    let server = try server()
    let tenant = try server.makeTenant()
    let mail = try #require(try server.sendLink(in: tenant))
    #expect(mail.link?.hasPrefix("https://app.example/account?view=mail&mode=signIn&") == true)
    #expect(mail.link?.hasSuffix("&tenantId=\(tenant)#top") == true)
  }

  @Test func anAdministratorGetsALinkToThePage() throws {
    let server = try server()
    try server.signUp()
    let answer = try server.send(.passwordReset, to: ServerHarness.email, asOwner: true) {
      $0.returnOobLink = true
    }
    #expect(
      answer.oobLink == "https://app.example/account?view=mail&mode=resetPassword&lang=en"
        + "&oobCode=\(answer.oobCode ?? "")&apiKey=fake-api-key#top")
    #expect(try server.call(ResetPassword.self, .init(oobCode: answer.oobCode)).email == ServerHarness.email)
  }

  /// It need not be on one of the project's domains. Another page must be.
  @Test func anAppLinkLeadsOnToThePage() throws {
    let server = try server()
    func opened(_ link: String) throws -> String? {
      try server.send(.get, "/__/auth/links", query: [QueryItem("link", link)]).headers["Location"]
    }
    let link = "https://app.example/account?view=mail&mode=signIn&oobCode=c"
    #expect(try opened(link + "#top") == link + "#top")
    for other in ["https://app.example/other?mode=signIn", "https://app.example.evil/account?mode=signIn"] {
      #expect(try opened(other) == "/emulator/action?mode=signIn")
    }
  }

  @Test(arguments: [
    JSONValue.string("app.example"), "ftp://app.example/", "https://kim@app.example/", 5, ["https://a"],
  ])
  func thePageIsAWebAddress(page: JSONValue) throws {
    let server = try server()
    let change: JSONValue = ["notification": ["sendEmail": ["callbackUri": page]]]
    #expect(
      refusal { try server.setConfig(change) }
        == "INVALID_ARGUMENT : notification.sendEmail.callbackUri is a web address.")
    #expect(refusal { try ServerHarness(policy: .emulator).setConfig(change) } == nil)
  }

  @Test func aMailComesFromTheSenderOfItsTemplate() throws {
    let server = try server([
      "changeEmailTemplate": ["senderDisplayName": "Change"],
      "resetPasswordTemplate": ["replyTo": "help@app.example", "senderLocalPart": "reset"],
      "revertSecondFactorAdditionTemplate": ["senderDisplayName": ""],
      "verifyEmailTemplate": ["senderDisplayName": "<b>Shop</b>", "senderLocalPart": "verify"],
    ])
    let domain = "demo-test.firebaseapp.com"
    let mails = try mails(of: server)
    #expect(
      mails.map(\.from) == [
        "noreply@\(domain)", "reset@\(domain)", "<b>Shop</b> <verify@\(domain)>", "noreply@\(domain)",
        "noreply@\(domain)", "Change <noreply@\(domain)>",
      ])
    #expect(mails.map(\.replyTo) == [nil, "help@app.example", nil, nil, nil, nil])
    let inbox = String(decoding: try server.send(.get, "/inbox").body, as: UTF8.self)
    #expect(inbox.contains("<pre>From: &lt;b&gt;Shop&lt;/b&gt; &lt;verify@\(domain)&gt;\n\nHello"))
    #expect(inbox.contains("<pre>From: reset@\(domain)\nReply-To: help@app.example\n\nHello"))
  }

  @Test func onlyTheSenderOfATemplateChanges() throws {
    let server = try ServerHarness()
    let path = "notification.sendEmail.verifyEmailTemplate"
    func set(_ template: JSONValue, _ part: String = "") throws -> JSONValue? {
      let config: JSONValue = ["notification": ["sendEmail": ["verifyEmailTemplate": template]]]
      return try server.setConfig(config, mask: path + part)["notification"]?["sendEmail"]?[
        "verifyEmailTemplate"]
    }
    func shown() throws -> JSONValue? {
      try server.call(GetProjectConfig.self, .init(), asOwner: true)["notification"]?["sendEmail"]?[
        "verifyEmailTemplate"]
    }
    let original = try #require(try shown())
    var changed = original
    changed["senderDisplayName"] = "Shop"
    // An answer has its members in the order of their names.
    changed = try #require(JSONValue(json: changed.text))
    // A change does not answer the texts of mails.
    #expect(try set(["senderDisplayName": "Shop"], ".senderDisplayName") == nil)
    #expect(try shown() == changed)
    let refused: [JSONValue] = [
      ["subject": "x"], ["senderDisplayName": "Other", "body": "x"], ["bodyFormat": "PLAIN_TEXT"], "x",
      changed,
    ]
    for template in refused {
      #expect(refusal { try set(template) } == "EMAIL_TEMPLATE_UPDATE_NOT_ALLOWED")
    }
    #expect(try shown() == changed)
    // What the mask does not name is not changed.
    #expect(refusal { try set(["replyTo": "x", "subject": "x"], ".replyTo") } == nil)
    #expect(try set(.null) == nil)
    #expect(try shown() == original)
  }
}
