import TestSupport
import Testing

/// Links that apps open, and links on a domain of one's own.
struct AppLinkTests {
  let tool = ToolHarness()

  private var text: String {
    tool.run("local", "outbox", "--email", ToolHarness.email, "--latest", "--field", "text").output
  }

  @Test func aLinkOnAnotherDomainFinishesTheSignIn() {
    tool.run("local", "project", "set", "authorizedDomains", #"["localhost","go.shop.example"]"#)
    tool.run("send-link", ToolHarness.email, "--link-domain", "go.shop.example")
    #expect(text.contains("\nhttps://go.shop.example/__/auth/links?link=https%3A%2F%2F"))
    #expect(tool.run("complete-link", "-", input: text).status == 0)
  }

  @Test func aLinkForAppsNamesThemAndFinishesTheSignIn() {
    tool.run(
      "send-link", ToolHarness.email, "--ios-bundle-id", "com.example.shop", "--android-package",
      "com.example.shop_app", "--android-minimum-version", "12")
    #expect(text.contains("https://demo-usher.firebaseapp.com/__/auth/links?link=https%3A%2F%2F"))
    #expect(text.contains("&apn=com.example.shop_app&amv=12&ibi=com.example.shop\n"))
    #expect(tool.run("complete-link", "-", input: text).status == 0)
  }

  @Test(arguments: [
    ("--ios-bundle-id", "", "iOS bundle id"), ("--ios-bundle-id", "com.example shop", "iOS bundle id"),
    ("--ios-bundle-id", "com..shop", "iOS bundle id"), ("--ios-bundle-id", "com.exämple", "iOS bundle id"),
    ("--android-package", "shop", "Android package"), ("--android-package", "com.1shop", "Android package"),
    ("--android-package", "com.my-shop", "Android package"), ("--android-package", "com.", "Android package"),
    ("--android-package", "com." + String(repeating: "a", count: 252), "Android package"),
    ("--link-domain", "a b", "link domain"), ("--link-domain", "https://go.example.com", "link domain"),
    ("--link-domain", "go.example.com/x", "link domain"), ("--link-domain", "", "link domain"),
  ])
  func whatNoLinkCouldBeMadeOfIsRefused(_ option: String, _ value: String, _ what: String) {
    let outcome = tool.run("send-link", ToolHarness.email, option, value)
    #expect(outcome.status == 65)
    #expect(outcome.errors.hasPrefix("error: the \(what) is not valid\n  "))
    #expect(tool.sentMessages == 0)
  }

  @Test func waitingForALinkTakesNoOtherDomain() {
    let outcome = tool.run(
      "send-link", ToolHarness.email, "--wait", "--wait-limit", "0.2s", "--ios-bundle-id", "com.example.shop",
      "--link-domain", "demo-usher.web.app")
    #expect(outcome.status == 75)
    #expect(text.contains("\nhttp://127.0.0.1:"))
    #expect(text.contains("/__/auth/links?link=http%3A%2F%2F127.0.0.1"))
  }
}
