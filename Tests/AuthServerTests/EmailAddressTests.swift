import Testing

@testable import AuthServer

@Suite struct EmailAddressTests {
  @Test(arguments: [
    ("kim@example.com", "kim@example.com"), ("Kim.Lee+tag@Example.COM", "kim.lee+tag@example.com"),
    ("a@b", "a@b"), ("o'neil/x=1?{}|~`^!#$%&*_-@x-1.example", "o'neil/x=1?{}|~`^!#$%&*_-@x-1.example"),
    ("kim@bücher.example", "kim@bücher.example"), ("kim@例え.テスト", "kim@例え.テスト"),
    ("kim@xn--bcher-kva.example", "kim@xn--bcher-kva.example"),
    ("kim@मराठी.example", "kim@मराठी.example"),
  ])
  func oneSpellingForEachAddress(text: String, canonical: String) {
    #expect(EmailAddress(text)?.text == canonical)
    #expect(EmailAddress(canonical)?.text == canonical)
  }

  @Test(arguments: [
    "", "@", "kim", "kim@", "@example.com", "kim@@example.com", "kim@a@b", "kim lee@example.com",
    "kim@exam ple.com", " kim@example.com", "kim@example.com ", "kim@example.com\n", "ki\u{0}m@example.com",
    "kim\r\nBcc: x@example.com", "\"kim\"@example.com", "kim(x)@example.com", "<kim@example.com>",
    "kim\\@example.com", "kim,lee@example.com", "kim@[127.0.0.1]", "kim@example.com:25", "kim@.example.com",
    "kim@example..com", "kim@example.com.", ".kim@example.com", "kim.@example.com", "k..im@example.com",
    "kim@-example.com", "kim@example-.com", "kim@exa_mple.com", "kïm@example.com", "kim@exam\u{202E}ple.com",
    "kim@exam\u{200B}ple.com", "kim@example。com", "kim@ex\u{1F600}ample.com",
    String(repeating: "a", count: 65) + "@example.com", "kim@" + String(repeating: "a", count: 64) + ".com",
    "kim@" + String(repeating: String(repeating: "a", count: 49) + ".", count: 5) + "com",
  ])
  func whatIsNoPlainAddressIsRefused(text: String) {
    #expect(EmailAddress(text) == nil)
  }

  @Test func addressesMayBe254BytesLong() {
    let domain = String(repeating: String(repeating: "a", count: 48) + ".", count: 5)
    let longest = "kim@" + domain + "abcde"
    #expect(longest.utf8.count == 254)
    #expect(EmailAddress(longest) != nil)
    #expect(EmailAddress(longest + "f") == nil)
  }
}
