import AuthServer
import HTTP
import IdentityToolkit
import Testing

/// Links that open in an app, and links on a domain of the client's choice.
@Suite struct AppLinkTests {
  private func inApp(_ request: inout SendOobCode.Request) {
    request.canHandleCodeInApp = true
    request.continueUrl = ServerHarness.page
    request.androidPackageName = "example.shop.app"
    request.androidMinimumVersion = "12"
    request.iOSBundleId = "example.shop"
    request.iOSAppStoreId = "99"
  }

  /// The link that the newest mail's text holds.
  private func mailedLink(_ server: ServerHarness) throws -> String {
    let lines = try #require(try server.mails().last).text.split(separator: "\n")
    return String(try #require(lines.first { $0.hasPrefix("http") }))
  }

  @Test func aLinkForAppsIsWrapped() throws {
    let server = try ServerHarness()
    try server.send(.emailSignIn, to: ServerHarness.email, inApp)
    let plain = try #require(try server.mails().last?.link)
    #expect(plain.hasPrefix("https://demo-test.firebaseapp.com/__/auth/action?mode=signIn&"))
    #expect(
      try mailedLink(server) == "https://demo-test.firebaseapp.com/__/auth/links?link="
        + FormEncoding.encode(plain) + "&apn=example.shop.app&amv=12&ibi=example.shop&isi=99")
  }

  @Test func theDomainAskedForIsTheLinks() throws {
    let server = try ServerHarness(policy: .quick)
    try server.signUp()
    try server.send(.passwordReset, to: ServerHarness.email) { $0.linkDomain = "Demo-Test.web.app" }
    let plain = try #require(try server.mails().last?.link)
    let wrapped = "https://demo-test.web.app/__/auth/links?link=" + FormEncoding.encode(plain)
    #expect(plain.hasPrefix("https://demo-test.firebaseapp.com/__/auth/action?mode=resetPassword&"))
    #expect(try mailedLink(server) == wrapped)
    try server.send(.emailSignIn, to: ServerHarness.email) {
      inApp(&$0)
      $0.linkDomain = "demo-test.web.app"
    }
    #expect(try mailedLink(server).hasPrefix("https://demo-test.web.app/__/auth/links?link=https%3A%2F%2F"))
    #expect(try mailedLink(server).hasSuffix("&apn=example.shop.app&amv=12&ibi=example.shop&isi=99"))
  }

  @Test func anAdministratorGetsTheWrappedLink() throws {
    let server = try ServerHarness()
    let answer = try server.send(.emailSignIn, to: ServerHarness.email, asOwner: true) {
      inApp(&$0)
      $0.returnOobLink = true
    }
    #expect(answer.oobLink?.hasPrefix("https://demo-test.firebaseapp.com/__/auth/links?link=") == true)
  }

  @Test func aServedLinkLeadsBackToTheServerAndOn() throws {
    let server = try ServerHarness()
    try server.send(.emailSignIn, to: ServerHarness.email, headers: ["Host": "127.0.0.1:9099"], inApp)
    let mailed = try mailedLink(server)
    let start = "http://127.0.0.1:9099/__/auth/links?"
    #expect(mailed.hasPrefix(start + "link=http%3A%2F%2F127.0.0.1%3A9099%2Femulator%2Faction%3Fmode%3D"))
    let query = try #require(FormEncoding.decode(String(mailed.dropFirst(start.count))))
    let response = try server.send(.get, "/__/auth/links", query: query)
    #expect(response.status == 303)
    let plain = try #require(try server.mails().last?.link)
    #expect(response.headers["Location"] == String(plain.dropFirst("http://127.0.0.1:9099".count)))
  }

  @Test(arguments: [
    "https://evil.example/x?a=b", "//evil.example/?a=b", "javascript:alert(1)//?a=b",
    "http://127.0.0.1:9099/emulator/action?a=b#x",
  ])
  func aWrapperLeadsToNoOtherServer(link: String) throws {
    let response = try ServerHarness().send(.get, "/__/auth/links", query: [QueryItem("link", link)])
    #expect(response.headers["Location"] == "/emulator/action?a=b")
  }

  @Test(arguments: ["", "https://demo-test.web.app/", "https://x/?a=b\r\nSet-Cookie: c", "?é"])
  func aWrapperOfNoLinkLeadsNowhere(link: String) throws {
    let response = try ServerHarness().send(.get, "/__/auth/links", query: [QueryItem("link", link)])
    #expect(response.status == 400)
    #expect(response.headers["Location"] == nil)
  }

  @Test func withoutAnAppALinkIsPlain() throws {
    let server = try ServerHarness()
    for change in [
      { $0.canHandleCodeInApp = nil },
      {
        $0.iOSBundleId = nil
        $0.iOSAppStoreId = nil
        $0.androidPackageName = ""
        $0.androidMinimumVersion = nil
      },
    ] as [(inout SendOobCode.Request) -> Void] {
      try server.send(.emailSignIn, to: ServerHarness.email) {
        inApp(&$0)
        change(&$0)
      }
      #expect(try mailedLink(server) == server.mails().last?.link)
    }
  }

  @Test func theEmulatorPolicyLooksAtNoApps() throws {
    let server = try ServerHarness(policy: .emulator)
    try server.send(.emailSignIn, to: ServerHarness.email) {
      inApp(&$0)
      $0.linkDomain = "not a domain"
    }
    #expect(try mailedLink(server) == server.mails().last?.link)
    #expect(try mailedLink(server).hasPrefix("https://demo-test.firebaseapp.com/__/auth/action?"))
  }

  @Test(arguments: ["a b", "demo-test.web.app/x", "demo-test.web.app:80", "x@demo-test.web.app", "é.example"])
  func whatIsNoDomainIsRefusedUnderAnyPolicy(domain: String) throws {
    let server = try ServerHarness(policy: .strict.with { $0.authorizedDomainsChecked = false })
    #expect(
      refusal { try server.send(.emailSignIn, to: ServerHarness.email) { $0.linkDomain = domain } }
        == "INVALID_HOSTING_LINK_DOMAIN : The provided hosting link domain is not configured in Firebase "
        + "Hosting or is not owned by the current project.")
  }
}
