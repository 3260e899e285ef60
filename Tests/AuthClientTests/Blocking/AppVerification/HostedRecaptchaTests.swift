import AuthClient
import Essentials
import HTTP
import TestSupport
import Testing

/// The project's own page, and the addresses that it ends at.
@Suite struct HostedRecaptchaTests {
  private func page(_ app: HostedRecaptchaPage.App = .appID("1:234:ios:5af")) -> HostedRecaptchaPage {
    HostedRecaptchaPage(
      authDomain: "demo.firebaseapp.com", apiKey: "k&k", app: app,
      random: { count in (0..<count).map { UInt8($0 * 25) } })
  }

  private func callback(_ inner: String, scheme: String = "app-1-234-ios-5af") -> String {
    "\(scheme)://firebaseauth/link?deep_link_id="
      + FormEncoding.encode("https://demo.firebaseapp.com/__/auth/callback?" + inner)
  }

  private var good: String { "authType=verifyApp&eventId=\(page().eventID)&" }

  @Test func itsAddressSaysWhoAsks() {
    var page = page()
    #expect(page.eventID.wholeMatch(of: /[A-Z]{10}/) != nil)
    #expect(
      page.url == "https://demo.firebaseapp.com/__/auth/handler?apiKey=k%26k&authType=verifyApp&ibi=&v=usher"
        + "&eventId=\(page.eventID)&appId=1%3A234%3Aios%3A5af")
    page.bundleID = "example.shop"
    page.languageCode = "pt-BR"
    #expect(page.url.contains("&ibi=example.shop&") && page.url.hasSuffix("&hl=pt-BR"))
    let other = self.page(.clientID("12-ab.apps.googleusercontent.com"))
    #expect(other.url.hasSuffix("&clientId=12-ab.apps.googleusercontent.com"))
    #expect(other.callbackScheme == "com.googleusercontent.apps.12-ab")
  }

  @Test func bothSchemesBringTheToken() {
    #expect(page().result(at: callback(good + "recaptchaToken=tok")) == .success("tok"))
    let other = page(.clientID("12-ab.apps.googleusercontent.com"))
    let address = callback(good + "recaptchaToken=tok", scheme: "com.googleusercontent.apps.12-ab")
    #expect(other.result(at: address) == .success("tok"))
    #expect(page().result(at: address) == nil)
    // A plus is a space, of duplicates the first counts, and a fragment is none of it.
    #expect(
      page().result(at: callback(good + "recaptchaToken=a+b&recaptchaToken=c#recaptchaToken=d"))
        == .success("a b"))
  }

  @Test func anotherAddressIsNotThisPages() {
    let right = callback(good + "recaptchaToken=tok")
    let addresses = [
      "", "app-1-234-ios-5af", "https://demo.firebaseapp.com/__/auth/callback?" + good + "recaptchaToken=tok",
      "APP" + right.dropFirst(3), "x" + right, " " + right,
      right.replacing("firebaseauth/link", with: "firebaseauth/links"),
      right.replacing("firebaseauth/link", with: "firebaseauth/link/"),
      right.replacing("firebaseauth/link", with: "firebaseauth.evil/link"),
      right.replacing("firebaseauth/link", with: "user@firebaseauth/link"),
      right.replacing("deep_link_id", with: "deep_link"),
      callback("authType=verifyApp&eventId=AAAAAAAAAA&recaptchaToken=tok"),
      callback("authType=signInWithRedirect&eventId=\(page().eventID)&recaptchaToken=tok"),
      callback("authType=verifyApp&authType=\(good)recaptchaToken=tok&eventId=").replacing(
        "verifyApp%26", with: "x%26"),
      callback("eventId=\(page().eventID)&recaptchaToken=tok"), callback(""),
      "app-1-234-ios-5af://firebaseauth/link?deep_link_id=%zz",
      right + String(repeating: "x", count: 1 << 20),
    ]
    for address in addresses { #expect(page().result(at: address) == nil, "\(address.prefix(120))") }
  }

  @Test(arguments: [
    (#"{"code":"auth/invalid-oauth-client-id","message":"m"}"#, AppVerificationError.invalidClientID),
    (#"{"code":"auth/network-request-failed"}"#, .webNetworkRequestFailed),
    (#"{"code":"auth/internal-error","message":""}"#, .webInternalError),
    (
      #"{"code":"auth/captcha-check-failed","message":"no"}"#,
      .webUserInteraction(code: "auth/captcha-check-failed", message: "no")
    ),
    (#"{"code":3}"#, .malformedCallback), ("{", .malformedCallback), ("", .malformedCallback),
    ("[]", .malformedCallback),
  ])
  func anErrorOfThePageIsToldApart(_ text: String, _ error: AppVerificationError) {
    let address = callback(good + "firebaseError=" + FormEncoding.encode(text))
    #expect(page().result(at: address) == .failure(error))
  }

  @Test func anAddressWithNeitherIsMalformed() {
    for inner in [good, good + "recaptchaToken=", good + "recaptchaToken"] {
      #expect(page().result(at: callback(inner)) == .failure(.malformedCallback))
    }
  }

  @Test func theDomainIsTheProjectsOwn() {
    let domains = ["localhost", "web.app", "demo.web.app", "demo.firebaseapp.com", "auth.example.com"]
    #expect(HostedRecaptchaPage.authDomain(among: domains) == "demo.firebaseapp.com")
    #expect(HostedRecaptchaPage.authDomain(among: Array(domains.prefix(3))) == "demo.web.app")
    #expect(HostedRecaptchaPage.authDomain(among: ["localhost", "web.app", ".web.app"]) == nil)
    #expect(HostedRecaptchaPage.authDomain(among: ["evilfirebaseapp.com", "evilweb.app"]) == nil)
    #expect(HostedRecaptchaPage.authDomain(among: domains, custom: "auth.example.com") == "auth.example.com")
    #expect(HostedRecaptchaPage.authDomain(among: domains, custom: "evil.example") == nil)
  }

  @Test func anAppThatHandsAddressesOverGetsItsToken() throws {
    let service = ServiceStub()
    let page = page()
    let address = callback(good + "recaptchaToken=tok")
    var tries = 0
    let auth = service.auth(onPause: { [inbox = service.inbox] in
      tries += 1
      #expect(!inbox.canHandle("app-1-234-ios-5af://firebaseauth/other"))
      if tries == 2 {
        #expect(inbox.canHandle(address))
        // The second one is nobody's.
        #expect(!inbox.canHandle(address))
      }
    })
    let verification = try #require(auth.appVerification)
    #expect(!verification.canHandle(address))
    #expect(try verification.token(of: page, within: 60) == "tok")
    #expect(throws: AuthFailure.appVerification(.webContextCancelled)) {
      try service.auth().appVerification?.token(of: page, within: 1)
    }
  }
}
