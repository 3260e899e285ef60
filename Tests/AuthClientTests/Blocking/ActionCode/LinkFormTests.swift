import Essentials
import HTTP
import Testing

@testable import AuthClient

/// Every form in which a mailed link reaches a person is the same link.
@Suite struct LinkFormTests {
  private static let plain =
    "https://demo.firebaseapp.com/__/auth/action?apiKey=AIza-Key_1&mode=signIn&oobCode=3Dabc-DEF_09"
    + "&continueUrl=https%3A%2F%2Fapp.example%2Fend%3Fcart%3D1%26mode%3DresetPassword%26oobCode%3Dother&lang=en"
  private static let url = try? ActionCodeURL(plain)

  @Test func aPlainLinkHasItsParts() throws {
    let url = try ActionCodeURL(Self.plain)
    #expect(url.operation == .emailLink)
    // Neither the `3D` that quoted-printable could mean, nor what the app's own address holds.
    #expect(url.code == "3Dabc-DEF_09")
    #expect(url.apiKey == "AIza-Key_1")
    #expect(url.continueAddress == "https://app.example/end?cart=1&mode=resetPassword&oobCode=other")
    #expect(url.languageCode == "en")
    #expect(url.tenantID == nil)
    #expect(url.origin == "https://demo.firebaseapp.com")
    #expect(url.path == "/__/auth/action")
  }

  @Test(arguments: [
    ("signIn", ActionCodeOperation.emailLink), ("resetPassword", .passwordReset),
    ("verifyEmail", .verifyEmail),
    ("verifyAndChangeEmail", .verifyAndChangeEmail), ("recoverEmail", .recoverEmail),
    ("revertSecondFactorAddition", .revertSecondFactorAddition),
  ])
  func everyModeIsKnown(mode: String, operation: ActionCodeOperation) throws {
    let url = try ActionCodeURL(
      "http://127.0.0.1:9099/emulator/action?mode=\(mode)&oobCode=c&apiKey=k&tenantId=t-1")
    #expect(url.operation == operation)
    #expect(url.tenantID == "t-1")
    #expect(url.origin == "http://127.0.0.1:9099")
  }

  /// A project's own page for links may have a query and a fragment.
  @Test func aLinkToACustomHandlerIsRead() throws {
    let url = try ActionCodeURL(
      "https://app.example/account?view=mail&mode=resetPassword&oobCode=c&apiKey=k&lang=en&tenantId=t-1#top")
    #expect([url.code, url.apiKey, url.tenantID, url.origin] == ["c", "k", "t-1", "https://app.example"])
    #expect(url.operation == .passwordReset)
  }

  @Test(arguments: Self.wrapped) func aWrappedLinkIsTheLinkInside(text: String) throws {
    #expect(try ActionCodeURL(text) == Self.url)
  }

  @Test(arguments: Self.wrapped + [plain], Self.encodings) func anEncodedLinkIsTheSame(
    text: String, encoding: Encoding
  ) throws {
    #expect(try ActionCodeURL(encoding.apply(text)) == Self.url)
  }

  @Test(arguments: Self.wrapped + [plain]) func aMailAroundALinkIsLeftAside(link: String) throws {
    let html = Encoding.html.apply(link)
    let mail = """
      From: Demo <noreply@demo.firebaseapp.com>
      Subject: Sign in to Demo = now
      Content-Type: multipart/alternative; boundary="=_b1"

      --=_b1
      Content-Type: text/plain; charset=utf-8

      Hello,

      follow this link to sign in: \(link).
      Did you not ask for it? See (https://demo.example/help?topic=mail&x=%zz), or write to us.

      --=_b1
      Content-Type: text/html; charset=utf-8
      Content-Transfer-Encoding: quoted-printable

      \(Encoding.quotedPrintable.apply(
        "<p>Hallo, schöne Grüße!</p>\r\n<a href=\"\(html)\">Sign in</a> <img src=\"https://demo.example/x.png\">"))
      --=_b1--
      """
    #expect(try ActionCodeURL(mail) == Self.url)
    #expect(
      try ActionCodeURL(
        mail.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n")) == Self.url)
  }

  @Test(
    arguments: ["<", "(", "[", "'", "\"", "see:", "[Sign in](", "Sign in\t"],
    [">", ")", "]", "'", "\"", ".", ",", "!", ";", ")."])
  func whatStandsAroundALinkIsNotOfIt(before: String, after: String) throws {
    #expect(try ActionCodeURL(before + Self.plain + after) == Self.url)
  }

  @Test func theSameLinkTwiceIsOneAndTwoLinksAreTooMany() throws {
    #expect(try ActionCodeURL(Self.plain + "\n" + Encoding.html.apply(Self.plain)) == Self.url)
    let other = "https://h/?mode=signIn&oobCode=c&apiKey=k"
    #expect(throws: ActionCodeURL.Problem.severalLinks) { try ActionCodeURL(Self.plain + " " + other) }
  }

  @Test func whatIsWrongWithTheLinkIsToldNotWhatIsWithItsNeighbours() {
    let mail =
      "https://demo.example/ https://h/?mode=signIn&oobCode=a&oobCode=b&apiKey=k https://demo.example/long/path?x=1"
    #expect(throws: ActionCodeURL.Problem.duplicate("oobCode")) { try ActionCodeURL(mail) }
    #expect(throws: ActionCodeURL.Problem.empty) { try ActionCodeURL(" \n") }
    #expect(throws: ActionCodeURL.Problem.notALink) { try ActionCodeURL("654321") }
    #expect(throws: ActionCodeURL.Problem.missing("mode")) {
      try ActionCodeURL("https://a/ https://demo.example/b")
    }
  }

  @Test func quotedPrintableSpacesBeforeTheEndOfALineAreNotOfTheLink() throws {
    #expect(try ActionCodeURL(Encoding.quotedPrintable.apply(Self.plain) + "=20\r\nThanks") == Self.url)
  }

  @Test func aLinkThatEndsInAnEqualsSignDoesNotGoOnInTheNextLine() throws {
    let link = "https://h/?mode=signIn&oobCode=c&apiKey=k&lang="
    #expect(try ActionCodeURL(link + "\nThanks").languageCode == "")
    #expect(try ActionCodeURL(link + "\r\nThanks") == ActionCodeURL(link))
  }

  // MARK: - The forms

  private static let wrapped: [String] = {
    func enc(_ text: String) -> String { FormEncoding.encode(text) }
    let hosting = "https://demo.web.app/__/auth/links?link=" + enc(plain)
    let dynamic = "https://demo.page.link/?link=\(enc(plain))&ibi=com.example.app&ifl=\(enc(plain))"
    let callback = "com.example.app://google/link/?deep_link_id=\(enc(plain))&match_type=unique"
    return [
      hosting, dynamic, callback,
      "com.example.app://google/link/?deep_link_id=" + enc(dynamic),
      "https://demo.page.link/?isi=1&link=" + enc(callback),
    ]
  }()

  enum Encoding: CaseIterable, CustomTestStringConvertible {
    case html, quotedPrintable, quotedPrintableUnix, quotedPrintableNarrow, htmlInQuotedPrintable

    var testDescription: String { "\(self)" }

    func apply(_ text: String) -> String {
      switch self {
      case .html: text.replacing("&", with: "&amp;")
      case .quotedPrintable: Self.quotedPrintable(text, width: 76, lineEnd: "\r\n")
      case .quotedPrintableUnix: Self.quotedPrintable(text, width: 76, lineEnd: "\n")
      case .quotedPrintableNarrow: Self.quotedPrintable(text, width: 5, lineEnd: "\r\n")
      case .htmlInQuotedPrintable: Encoding.quotedPrintable.apply(Encoding.html.apply(text))
      }
    }

    /// RFC 2045, 6.7: no line longer than `width`, no escape cut in two.
    private static func quotedPrintable(_ text: String, width: Int, lineEnd: String) -> String {
      var (encoded, column) = ("", 0)
      for byte in text.utf8 {
        if byte == 10 || byte == 13 {
          encoded.append(Character(Unicode.Scalar(byte)))
          column = 0
          continue
        }
        let isPlain = (0x20...0x7E).contains(byte) && byte != UInt8(ascii: "=")
        let digits = String(byte, radix: 16, uppercase: true)
        let piece = isPlain ? String(Unicode.Scalar(byte)) : "=" + (byte < 16 ? "0" : "") + digits
        if column + piece.utf8.count > width - 1 {
          encoded += "=" + lineEnd
          column = 0
        }
        encoded += piece
        column += piece.utf8.count
      }
      return encoded
    }
  }

  // MARK: - Mail gateways and folded lines

  @Test(arguments: Wrapper.all) func aWrappersLinkIsTheLinkInside(wrapper: Wrapper) throws {
    let text = wrapper.apply(Self.plain)
    #expect(try ActionCodeURL(text) == Self.url)
    #expect(try ActionCodeURL(Encoding.html.apply(text)) == Self.url)
    #expect(try ActionCodeURL("See \(text) please.") == Self.url)
  }

  @Test(arguments: [
    ("https://protect-eu.mimecast.com/s/aBcDeF?domain=demo.firebaseapp.com", "Mimecast"),
    ("https://urldefense.com/v3/__nothing", "Proofpoint"),
    ("https://urldefense.us/v3/__https://demo.example/?mode=signIn&oobCode=c&apiKey=k", "Proofpoint"),
    ("https://eur01.safelinks.protection.outlook.com/ap/t-59584e83/", "Outlook SafeLinks"),
    ("https://secure-web.cisco.com/1fCCdfJv_BYjz_YqipXEJjGHlmXlnTXcGx0N5X1OG", "Cisco"),
    ("https://atpscan.global.hornetsecurity.com/?d=bl0WkjofOe8esEHM&f=kXUMBGyq&i=&k=zA1z", "Hornetsecurity"),
    ("https://url.avanan.click/v2/r02/___nothing", "Check Point"),
  ])
  func aGatewayThatHidesTheLinkIsNamed(text: String, name: String) {
    #expect(throws: ActionCodeURL.Problem.gateway(name)) { try ActionCodeURL(text) }
  }

  @Test(arguments: [
    "https://www.fireeye.com/blog/post", "https://www.trendmicro.com/x", "https://www.mimecast.com/",
    "https://www.hornetsecurity.com/en/",
  ])
  func otherPagesOfAGatewaysCompanyAreNoGateway(text: String) {
    #expect(throws: ActionCodeURL.Problem.missing("mode")) { try ActionCodeURL(text) }
  }

  /// A page's own parameter can be an address that is not encoded.
  @Test(arguments: [
    "https://app.example/home?lang=de", "https://news.example/?lang=en", "https://x.example/?mode=dark",
    "https://x.example/?mode=dark&y=1", "https://x.example/?apiKey=other",
  ])
  func anAddressBesideTheLinksParametersIsNoLink(other: String) throws {
    let ends = "https://app.example/finish?mode=signIn&oobCode=A&apiKey=k&next=" + other
    for text in [ends, "https://proxy.example/" + ends, "https://x/?u=" + FormEncoding.encode(ends)] {
      let url = try ActionCodeURL(text)
      #expect(url.code == "A" && url.operation == .emailLink && url.apiKey == "k", "\(text)")
      #expect(url.origin == "https://app.example" && url.path == "/finish", "\(text)")
    }
    // In front of them, it is what FireEye writes.
    let begins =
      "https://protect2.fireeye.com/url?u=https://app.example/home?lang=de&mode=signIn&oobCode=A&apiKey=k"
    #expect(try ActionCodeURL(begins).origin == "https://app.example")
  }

  @Test(arguments: [
    "mode=resetPassword&oobCode=B&apiKey=k", "oobCode=B&mode=resetPassword&apiKey=k",
    "apiKey=k&mode=resetPassword&oobCode=B", "oobCode=A&mode=signIn&apiKey=k",
    "mode=signIn%26oobCode=B%26apiKey=k",
  ])
  func aLinkBesideALinkIsRefused(other: String) {
    let other = "https://h.example/?" + other
    for (before, after) in [
      ("mode=signIn&oobCode=A&apiKey=k&next=\(other)", ""), ("oobCode=A&next=\(other)", ""),
      ("next=\(other)", "&mode=signIn&oobCode=A&apiKey=k"),
    ] where before.hasPrefix("mode") || !other.contains("%") {
      #expect(throws: ActionCodeURL.Problem.duplicate("oobCode")) {
        try ActionCodeURL("https://app.example/finish?" + before + after)
      }
    }
  }

  /// What is wrong with the link is told, and not that its wrapper is no link.
  @Test func aWrappedLinkIsCheckedAsABareOne() {
    let safe = "https://eur01.safelinks.protection.outlook.com/?url="
    for (link, problem) in [
      ("https://h/?mode=signIn&apiKey=k", ActionCodeURL.Problem.missing("oobCode")),
      ("https://h/?mode=signIn&oobCode=a&oobCode=b&apiKey=k", .duplicate("oobCode")),
      ("https://user@h/?mode=signIn&oobCode=a&apiKey=k", .userInfo),
      ("https://h/?mode=other&oobCode=a&apiKey=k", .unknownMode),
    ] {
      #expect(throws: problem) { try ActionCodeURL(safe + FormEncoding.encode(link)) }
    }
    // Libraesva's address, and Proofpoint's around it.
    #expect(throws: ActionCodeURL.Problem.missing("apiKey")) {
      try ActionCodeURL(
        "https://urldefense.com/v3/__https://urlsand.esvalabs.com/?u=https*3A*2F*2Fh*2F*3Fmode*3DsignIn*26oobCode*3Da&e=1&h=2&f=y&p=y__;JSUlJSUlJSU!!x$"
      )
    }
    let other = FormEncoding.encode("https://h/?mode=signIn&oobCode=c&apiKey=k")
    #expect(throws: ActionCodeURL.Problem.severalLinks) {
      try ActionCodeURL(safe + FormEncoding.encode(Self.plain) + "&x=" + other)
    }
  }

  @Test func fiveWrappersAreOpenedAndSixAreNot() throws {
    let five = (0..<5).reduce(Self.plain) { link, _ in "https://x/?u=" + FormEncoding.encode(link) }
    #expect(try ActionCodeURL(five) == Self.url)
    #expect(throws: ActionCodeURL.Problem.missing("mode")) {
      try ActionCodeURL("https://x/?u=" + FormEncoding.encode(five))
    }
  }

  @Test(
    arguments: ["\u{A0}", "\u{200B}", "\u{FEFF}", "\u{202F}", "\u{2060}"],
    ["\u{2069}", "\u{202C}", "\u{200E}"])
  func invisibleCharactersAreNotOfTheLink(space: String, mark: String) throws {
    #expect(try ActionCodeURL(space + Self.plain + space) == Self.url)
    #expect(try ActionCodeURL("Link:\(space) \(mark)\(Self.plain)\(mark)\(space) Thanks") == Self.url)
    let middle = Self.plain.replacing("&oobCode", with: space + "&oobCode")
      .replacing("firebaseapp", with: "fire\(space)baseapp")
    #expect(try ActionCodeURL(middle) == Self.url)
    #expect((try? ActionCodeURL(Self.plain.replacing("oobCode=3D", with: "oobCode=3D" + mark))) == nil)
  }

  /// What a shell leaves of a link without quotes.
  @Test(arguments: ["mode=signIn", "apiKey=k", "oobCode=c"])
  func aLinkThatEndsBeforeItsFirstAmpersandIsCut(item: String) {
    #expect(throws: ActionCodeURL.Problem.cut) {
      try ActionCodeURL("https://demo.firebaseapp.com/__/auth/action?" + item)
    }
    #expect(throws: ActionCodeURL.Problem.missing("mode")) { try ActionCodeURL("https://a/?lang=en") }
  }

  /// The first is Proofpoint's own example.
  @Test(arguments: [
    (
      "https://urldefense.com/v3/__https://google.com:443/search?q=a*test&gs=ps__;Kw!-612Flbf0JvQ3kNJkRi5Jg!Ue6tQ$",
      "https://google.com:443/search?q=a+test&gs=ps"
    ),
    ("https://urldefense.com/v3/__https:/h/a**Bb*c__;MTIzNA!!x$", "https://h/a123b4c"),
  ])
  func proofpointsThirdVersionIsFilledIn(text: String, link: String) {
    #expect(ProofpointLink(text)?.link == link)
    #expect(ProofpointLink(text.replacing("__;", with: "__;!")) == nil)
  }

  @Test(arguments: [72, 76, 78, 150], ["\n", "\r\n", " \r\n"])
  func aFoldedLinkIsWhole(width: Int, lineEnd: String) throws {
    var folded = ""
    for (index, character) in Self.plain.enumerated() {
      if index > 0, index % width == 0 { folded += lineEnd }
      folded.append(character)
    }
    #expect(try ActionCodeURL("Hello,\n\n\(folded)\n\nThanks") == Self.url)
    #expect(try ActionCodeURL(folded) == Self.url)
  }

  @Test func aLinkBeforeALineOfOneWordSurvives() throws {
    let url = try ActionCodeURL(Self.plain + "\nhttps://demo.example/help\nThanks")
    #expect(url == Self.url)
  }

  private static let encodings = Encoding.allCases
}
