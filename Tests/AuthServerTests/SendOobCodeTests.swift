import Essentials
import HTTP
import IdentityToolkit
import TestSupport
import Testing

@testable import AuthServer

@Suite struct SendOobCodeTests {
  @Test func theMailHoldsThePlainLink() throws {
    let server = try ServerHarness()
    let answer = try server.send(.emailSignIn, to: "Kim@Example.com") {
      $0.continueUrl = "http://localhost:5000/done?a=1&oobCode=x#top"
      $0.canHandleCodeInApp = true
    }
    #expect(answer == .init(email: "kim@example.com"))
    let mail = try #require(try server.mails(to: "KIM@example.com").last)
    let code = try #require(mail.code)
    #expect(code.wholeMatch(of: /[A-Za-z0-9_-]{54}/) != nil)
    let link =
      "https://demo-test.firebaseapp.com/__/auth/action?mode=signIn&lang=en&oobCode=\(code)&apiKey=k"
      + "&continueUrl=http%3A%2F%2Flocalhost%3A5000%2Fdone%3Fa%3D1%26oobCode%3Dx%23top"
    #expect(
      mail
        == OutboxMessage(
          kind: "email", to: "kim@example.com", from: "noreply@demo-test.firebaseapp.com", code: code,
          link: link, subject: "Sign in to demo-test",
          text: """
            Hello,

            Follow this link to sign in to demo-test as kim@example.com:

            \(link)

            If you did not ask to sign in, you can ignore this message.

            Thanks,
            Your demo-test team
            """, sentAt: "2027-01-15T08:00:00.000Z"))
    #expect(
      try server.call(OobCodes.self, .init()).oobCodes == [
        OobCode(email: "kim@example.com", oobCode: code, oobLink: link, requestType: .emailSignIn)
      ])
  }

  @Test(arguments: [
    ("127.0.0.1:9099", "http://127.0.0.1:9099/emulator/action?"),
    ("localhost", "http://localhost/emulator/action?"), ("[::1]:80", "http://[::1]:80/emulator/action?"),
    ("evil.example/x", "https://demo-test.firebaseapp.com/__/auth/action?"),
    ("a@evil.example", "https://demo-test.firebaseapp.com/__/auth/action?"),
  ])
  func aServedLinkLeadsBackToTheServer(host: String, start: String) throws {
    let server = try ServerHarness()
    try server.send(.emailSignIn, to: ServerHarness.email, headers: ["Host": host])
    #expect(try server.mails().last?.link?.hasPrefix(start + "mode=signIn&lang=en&oobCode=") == true)
  }

  @Test func anAccountIsReachedAtAnAddressOfAnyScript() throws {
    let server = try ServerHarness()
    let address = "kïm@例え.jp"
    _ = try server.call(SignUp.self, .init(email: address, password: ServerHarness.password), asOwner: true)
    #expect(try server.send(.passwordReset, to: "KïM@例え.JP") == .init(email: address))
    #expect(try server.mails(to: "KïM@例え.JP").map(\.to) == [address])
  }

  @Test(arguments: [
    ("es-MX", "es", "Inicia sesión en demo-test"), ("vi", "vi", "Đăng nhập vào demo-test"),
    ("zh_Hant_TW", "zh-TW", "登入 demo-test"), ("fr-CA", "fr", "Connexion à demo-test"),
    ("pt", "pt-BR", "Faça login em demo-test"), ("tlh", "en", "Sign in to demo-test"),
    ("&x=<script>", "en", "Sign in to demo-test"),
  ])
  func theMailIsInTheClientsLanguage(locale: String, language: String, subject: String) throws {
    let server = try ServerHarness()
    try server.send(.emailSignIn, to: ServerHarness.email, headers: ["X-Firebase-Locale": locale])
    let mail = try #require(try server.mails().last)
    #expect(mail.subject == subject)
    #expect(mail.link?.contains("&lang=\(language)&") == true)
    #expect(mail.text.contains(mail.link ?? "-"))
  }

  @Test func everyPurposeHasAMailInEveryLanguage() throws {
    let server = try ServerHarness(policy: .quick.with { $0.enumerationProtection = false })
    let kim = try server.signUp()
    var token = kim.idToken
    var texts: Set<String> = []
    let languages = MessageLanguage.all.map(\.tag)
    for language in languages {
      let headers: HTTPHeaders = ["X-Firebase-Locale": language]
      let address = try #require(try server.lookup(token)?.email)
      try server.send(.emailSignIn, to: address, headers: headers)
      try server.send(.passwordReset, to: address, headers: headers)
      try server.send(.verifyEmail, headers: headers) { $0.idToken = token }
      try server.send(.verifyAndChangeEmail, headers: headers) {
        $0.idToken = token
        $0.newEmail = "new@example.com"
      }
      var change = UpdateAccount.Request(idToken: token)
      change.email = "kim-\(language.lowercased())@example.com"
      token = try server.call(UpdateAccount.self, change, headers: headers).idToken
      let mails = try server.mails().suffix(5)
      #expect(
        mails.map { $0.link?.firstMatch(of: /mode=([A-Za-z]+)&lang=([A-Za-z-]+)/)?.output.0 } == [
          "mode=signIn&lang=\(language)", "mode=resetPassword&lang=\(language)",
          "mode=verifyEmail&lang=\(language)", "mode=verifyAndChangeEmail&lang=\(language)",
          "mode=recoverEmail&lang=\(language)",
        ])
      #expect(mails.map(\.to) == [address, address, address, "new@example.com", address])
      texts.formUnion(mails.map { $0.subject ?? "" })
    }
    #expect(texts.count == 5 * languages.count)
  }

  @Test(arguments: [
    ("https://app.example/x", nil), ("HTTP://APP.example:8080", nil), ("https://demo-test.web.app", nil),
    ("https://app.example:99999/", "INVALID"), ("https://other.example/", "UNAUTHORIZED"),
    ("https://sub.app.example/", "UNAUTHORIZED"), ("https://app.example.evil.example/", "UNAUTHORIZED"),
    ("https://evilapp.example/", "UNAUTHORIZED"), ("https://app.example@evil.example/", "INVALID"),
    ("https://evil.example\\@app.example/", "INVALID"), ("https://app.example%2eevil.example/", "INVALID"),
    ("https://аpp.example/", "INVALID"), ("javascript:alert(1)", "INVALID"),
    ("file:///etc/passwd", "INVALID"),
    ("myapp://app.example/x", "INVALID"), ("app.example", "INVALID"), ("//app.example/", "INVALID"),
    ("https:///x", "INVALID"), ("https://app.example/\n", "INVALID"), ("https://app.example/a b", "INVALID"),
    ("https://app.example/" + String(repeating: "x", count: 2048), "INVALID"),
  ])
  func onlyTheProjectsDomainsAreLedTo(url: String, problem: String?) throws {
    let server = try ServerHarness()
    _ = try server.setConfig(["authorizedDomains": ["localhost", "app.example", "demo-test.web.app"]])
    let texts = [
      "INVALID": "INVALID_CONTINUE_URI : Missing domain in continue url",
      "UNAUTHORIZED": "UNAUTHORIZED_DOMAIN : Domain not allowlisted by project",
    ]
    let result = refusal { try server.send(.emailSignIn, to: ServerHarness.email) { $0.continueUrl = url } }
    #expect(result == problem.flatMap { texts[$0] })
    #expect(try server.mails().count == (problem == nil ? 1 : 0))
  }

  @Test func theEmulatorPolicyLeadsToAnyWebPage() throws {
    let server = try ServerHarness(policy: .emulator)
    try server.send(.emailSignIn, to: ServerHarness.email) { $0.continueUrl = "https://other.example/" }
    #expect(
      refusal {
        try server.send(.emailSignIn, to: ServerHarness.email) { $0.continueUrl = "javascript:alert(1)" }
      } == "INVALID_CONTINUE_URI")
    try server.send(.emailSignIn, to: ServerHarness.email) { $0.continueUrl = "" }
    #expect(try server.mails().last?.link?.contains("continueUrl") == false)
  }

  @Test func settingsAreChecked() throws {
    let server = try ServerHarness()
    func send(_ change: (inout SendOobCode.Request) -> Void) -> String? {
      refusal { try server.send(.emailSignIn, to: ServerHarness.email, change) }
    }
    #expect(send { $0.canHandleCodeInApp = true } == "MISSING_CONTINUE_URI")
    #expect(send { $0.iOSAppStoreId = "1" } == "MISSING_IOS_BUNDLE_ID")
    // The default domains are authorized, but are no domains of one's own.
    for domain in [
      "links.example", "demo-test.web.app.evil.example", "demo-test.web.app", "demo-test.firebaseapp.com",
    ] {
      #expect(send { $0.linkDomain = domain } == ServerHarness.foreignLinkDomain)
    }
    for isForApp in [nil, true] {
      #expect(
        send { ($0.continueUrl, $0.canHandleCodeInApp) = ("", isForApp) }
          == "INVALID_CONTINUE_URI : Missing domain in continue url")
    }
    #expect(send { $0.tenantId = "t" } == "INVALID_TENANT_ID")
    #expect(send { $0.returnOobLink = true } == "INSUFFICIENT_PERMISSION")
    #expect(send { $0.email = nil } == "MISSING_EMAIL")
    #expect(send { $0.email = "kim" } == "INVALID_EMAIL")
    #expect(send { $0.requestType = nil } == "MISSING_REQ_TYPE")
    #expect(send { $0.requestType = .init(rawValue: "OOB_REQ_TYPE_UNSPECIFIED") } == "MISSING_REQ_TYPE")
    #expect(send { $0.requestType = .recoverEmail } == "INVALID_REQ_TYPE")
    #expect(send { $0.requestType = .verifyEmail } == "MISSING_ID_TOKEN")
    #expect(send { $0.requestType = .verifyAndChangeEmail } == "MISSING_NEW_EMAIL")
    #expect(try server.mails().isEmpty)
    #expect(send { $0.androidMinimumVersionCode = "3" } == nil)
    _ = try server.setConfig(["authorizedDomains": ["localhost", "links.example"]])
    #expect(
      send {
        $0.linkDomain = "Links.example"
        $0.iOSBundleId = "example.app"
        $0.androidPackageName = "example.app"
        $0.androidInstallApp = true
        $0.androidMinimumVersion = "3"
        $0.canHandleCodeInApp = true
        $0.continueUrl = ServerHarness.page
      } == nil)
  }

  @Test func verifyingNeedsAnAddressAndASession() throws {
    let server = try ServerHarness()
    let phone = try server.signIn()
    func send(_ type: OobRequestType, _ newEmail: String? = nil, _ token: String? = nil) -> String? {
      refusal {
        try server.send(type) {
          $0.idToken = token ?? phone.idToken
          $0.newEmail = newEmail
        }
      }
    }
    #expect(send(.verifyEmail) == "MISSING_EMAIL")
    #expect(send(.verifyAndChangeEmail, "lee@example.com") == "MISSING_EMAIL")
    #expect(send(.verifyAndChangeEmail, "lee") == "INVALID_NEW_EMAIL")
    #expect(send(.verifyEmail, nil, "x") == "INVALID_ID_TOKEN")
    let kim = try server.signInByLink()
    server.clock.advance(301)
    #expect(send(.verifyEmail, nil, kim.idToken) == nil)
    #expect(
      send(.verifyAndChangeEmail, "lee@example.com", kim.idToken) == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
  }

  /// To an administrator who asks for the link, only a legacy token names somebody.
  @Test func anAdministratorNamesTheAddressOrAToken() throws {
    let server = try ServerHarness(policy: .quick)
    let kim = try server.signUp()
    let legacy = try server.legacyToken()
    func send(
      _ token: String?, asOwner: Bool = true, returns: Bool = true, to email: String? = nil
    ) -> String? {
      refusal {
        let answer = try server.send(.verifyEmail, to: email, asOwner: asOwner) {
          ($0.idToken, $0.returnOobLink) = (token, returns ? true : nil)
        }
        #expect(answer.email == ServerHarness.email)
        #expect((answer.oobLink != nil) == returns)
      }
    }
    #expect(send(legacy, asOwner: false, returns: false) == nil)
    #expect(send(legacy, returns: false) == nil)
    #expect(send(legacy) == nil)
    #expect(send("x") == "INVALID_ID_TOKEN")
    #expect(send(nil) == "MISSING_EMAIL")
    #expect(send(kim.idToken) == nil)
    #expect(
      refusal {
        try server.send(.verifyAndChangeEmail, asOwner: true) {
          ($0.idToken, $0.newEmail, $0.returnOobLink) = (kim.idToken, "new@example.com", true)
        }
      } == "MISSING_EMAIL")
    #expect(send("x", to: ServerHarness.email) == nil)
  }

  @Test(arguments: [Policy.quick, .quickEmulator])
  func whatIsNoKindOfMailIsRefused(policy: Policy) throws {
    let server = try ServerHarness(policy: policy)
    let isStrict = policy.serviceAnswers
    func send(_ type: String?, asOwner: Bool) -> String? {
      var request = SendOobCode.Request()
      request.email = ServerHarness.email
      request.requestType = type.map(OobRequestType.init(rawValue:))
      return refusal { try server.call(SendOobCode.self, request, asOwner: asOwner) }
    }
    for asOwner in [true, false] {
      let unspecified = isStrict && asOwner ? "INVALID_REQ_TYPE" : "MISSING_REQ_TYPE"
      #expect(
        [nil, "OOB_REQ_TYPE_UNSPECIFIED"].map { send($0, asOwner: asOwner) }
          == ["MISSING_REQ_TYPE", unspecified])
      #expect(
        send("NO_TYPE", asOwner: asOwner)
          == (isStrict
            ? "Invalid value at 'req_type' "
              + "(type.googleapis.com/google.cloud.identitytoolkit.v1.OobReqType), \"NO_TYPE\""
            : "INVALID_REQ_TYPE"))
      #expect(send("RECOVER_EMAIL", asOwner: asOwner) == "INVALID_REQ_TYPE")
    }
  }

  /// The service checks the page only where it sends a mail, which tells who has an account.
  @Test func aForeignPageIsRefusedWhoeverHasTheAddress() throws {
    let server = try ServerHarness(policy: .quick)
    try server.signUp()
    for email in [ServerHarness.email, "nobody@example.com"] {
      #expect(
        refusal { try server.send(.passwordReset, to: email) { $0.continueUrl = "https://evil.example/" } }
          == "UNAUTHORIZED_DOMAIN : Domain not allowlisted by project")
    }
    #expect(try server.mails().isEmpty)
  }

  @Test func anAdministratorGetsTheLinkItself() throws {
    let server = try ServerHarness(policy: .quick)
    try server.signUp()
    func link(_ type: OobRequestType, _ email: String) throws -> SendOobCode.Response {
      try server.send(type, to: email, asOwner: true) {
        $0.returnOobLink = true
        $0.newEmail = type == .verifyAndChangeEmail ? "new@example.com" : nil
      }
    }
    let answer = try link(.verifyEmail, ServerHarness.email)
    let code = try #require(answer.oobCode)
    #expect(
      answer.oobLink
        == "https://demo-test.firebaseapp.com/__/auth/action?mode=verifyEmail&lang=en&oobCode=\(code)"
        + "&apiKey=fake-api-key")
    #expect(try server.mails().isEmpty)
    #expect(try server.apply(code).emailVerified == true)
    #expect(try link(.verifyAndChangeEmail, ServerHarness.email).oobCode != nil)
    #expect(try link(.emailSignIn, "nobody@example.com").oobCode != nil)
    #expect(refusal { try link(.verifyEmail, "nobody@example.com") } == "USER_NOT_FOUND")
    #expect(try link(.passwordReset, "nobody@example.com") == .init(email: "nobody@example.com"))

    let path = "/identitytoolkit.googleapis.com/v1/projects/demo-other/accounts:sendOobCode"
    let other = try server.send(
      .post, path, headers: ["Authorization": "Bearer owner"],
      body: #"{"requestType":"EMAIL_SIGNIN","email":"kim@example.com","returnOobLink":true}"#)
    let response: SendOobCode.Response = try ServerHarness.decode(other)
    #expect(response.oobLink?.hasPrefix("https://demo-other.firebaseapp.com/") == true)
  }

  @Test func oldCodesArePurgedAsNewOnesCome() throws {
    let server = try ServerHarness(policy: .quickEmulator)
    for _ in 1...20 { _ = try server.sendLink() }
    server.clock.advance(700_000)
    for _ in 1...32 { _ = try server.sendLink() }
    #expect(try server.count("SELECT count(*) FROM action_codes") == 32)
  }

  @Test func mailsCanBeLimitedPerDay() throws {
    let server = try ServerHarness(
      policy: .strict.with {
        $0.signInMailsPerDay = 2
        $0.resetMailsPerDay = 1
      })
    for _ in 1...2 { try server.send(.emailSignIn, to: ServerHarness.email) }
    #expect(refusal { try server.send(.emailSignIn, to: "lee@example.com") } == "QUOTA_EXCEEDED")
    try server.send(.passwordReset, to: ServerHarness.email)
    #expect(
      refusal { try server.send(.passwordReset, to: "nobody@example.com") } == "RESET_PASSWORD_EXCEED_LIMIT")
    #expect(try server.mails().count == 2)
    server.clock.advance(86_400)
    try server.send(.emailSignIn, to: ServerHarness.email)
  }
}
