import AuthServer
import Essentials
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
        + FormEncoding.encode(plain))
  }

  @Test func aLinkThatABrowserCarriesOutContinuesToTheApp() throws {
    let server = try ServerHarness(policy: .quick)
    _ = try server.setConfig(["authorizedDomains": ["app.example", "go.example"]])
    let page = "https://app.example/done?a=b&c"
    func send(_ domain: String?) throws -> String {
      try server.send(.emailSignIn, to: ServerHarness.email) {
        inApp(&$0)
        ($0.canHandleCodeInApp, $0.continueUrl, $0.linkDomain) = (false, page, domain)
      }
      return try mailedLink(server)
    }
    for (domain, host) in [(nil, "demo-test.firebaseapp.com"), ("go.example", "go.example")] {
      let link = try send(domain)
      let query = try #require(FormEncoding.decode(String(link.drop { $0 != "?" }.dropFirst())))
      #expect(link.hasPrefix("https://demo-test.firebaseapp.com/__/auth/action?mode=signIn&"))
      #expect(
        query.first { $0.name == "continueUrl" }?.value
          == "https://\(host)/__/auth/links?link=" + FormEncoding.encode(page))
      // In a browser, this server goes on to the page itself.
      let opened = try server.send(.get, "/emulator/action", query: query)
      #expect(opened.headers["Location"]?.hasPrefix("https://app.example/done?a=b&c&mode=signIn&") == true)
    }
    let wrapper = try server.send(.get, "/__/auth/links", query: [QueryItem("link", page)])
    #expect(wrapper.headers["Location"] == page)
  }

  @Test func dynamicLinksAreNoMore() throws {
    let server = try ServerHarness(policy: .quick)
    _ = try server.setConfig([
      "mobileLinksConfig": ["domain": "FIREBASE_DYNAMIC_LINK_DOMAIN"],
      "authorizedDomains": ["localhost", "go.example"],
    ])
    func send(_ change: (inout SendOobCode.Request) -> Void = { _ in }) -> String? {
      refusal {
        try server.send(.emailSignIn, to: ServerHarness.email) {
          inApp(&$0)
          change(&$0)
        }
      }
    }
    let refused = "DYNAMIC_LINK_NOT_ACTIVATED : FDL domain is not configured"
    #expect(send() == refused)
    #expect(send { $0.canHandleCodeInApp = nil } == refused)
    #expect(send { $0.linkDomain = "go.example" } == nil)
    #expect(send { ($0.iOSBundleId, $0.iOSAppStoreId, $0.androidPackageName) = (nil, nil, nil) } == nil)
    _ = try server.setConfig(["mobileLinksConfig": ["domain": "HOSTING_DOMAIN"]])
    #expect(send() == nil)
  }

  @Test func theDomainAskedForIsTheLinks() throws {
    let server = try ServerHarness(policy: .quick)
    _ = try server.setConfig(["authorizedDomains": ["localhost", "go.example"]])
    try server.signUp()
    try server.send(.passwordReset, to: ServerHarness.email) { $0.linkDomain = "Go.example" }
    let plain = try #require(try server.mails().last?.link)
    let wrapped = "https://go.example/__/auth/links?link=" + FormEncoding.encode(plain)
    #expect(plain.hasPrefix("https://demo-test.firebaseapp.com/__/auth/action?mode=resetPassword&"))
    #expect(try mailedLink(server) == wrapped)
    try server.send(.emailSignIn, to: ServerHarness.email) {
      inApp(&$0)
      $0.linkDomain = "go.example"
    }
    let last = try #require(try server.mails().last?.link)
    #expect(
      try mailedLink(server) == "https://go.example/__/auth/links?link=" + FormEncoding.encode(last))
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

  @Test(arguments: ["", "https://other.web.app/", "https://x/?a=b\r\nSet-Cookie: c", "?é"])
  func aWrapperOfNoLinkLeadsNowhere(link: String) throws {
    let response = try ServerHarness().send(.get, "/__/auth/links", query: [QueryItem("link", link)])
    #expect(response.status == 400)
    #expect(response.headers["Location"] == nil)
  }

  @Test func withoutAnAppALinkIsPlain() throws {
    let server = try ServerHarness()
    try server.send(.emailSignIn, to: ServerHarness.email) {
      inApp(&$0)
      ($0.iOSBundleId, $0.iOSAppStoreId) = (nil, nil)
      ($0.androidPackageName, $0.androidMinimumVersion) = ("", nil)
    }
    let plain = try server.mails().last?.link
    #expect(try mailedLink(server) == plain)
    #expect(plain?.hasSuffix("&continueUrl=" + FormEncoding.encode(ServerHarness.page)) == true)
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
        == ServerHarness.foreignLinkDomain)
  }
}
