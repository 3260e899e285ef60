import IdentityToolkit
import Testing

@Suite struct EmailAddressTests {
  @Test(arguments: [
    ("kim@example.com", "kim@example.com"), ("Kim.Lee+tag@Example.COM", "kim.lee+tag@example.com"),
    ("a@b.c", "a@b.c"), ("o'neil/x=1?{}|~`^!#$%&*_-@x-1.example", "o'neil/x=1?{}|~`^!#$%&*_-@x-1.example"),
    ("kim@bücher.example", "kim@bücher.example"), ("kim@例え.テスト", "kim@例え.テスト"),
    ("kim@xn--bcher-kva.example", "kim@xn--bcher-kva.example"),
    ("kim@मराठी.example", "kim@मराठी.example"), ("KIM@BÜCHER.Example", "kim@bÜcher.example"),
  ])
  func oneSpellingForEachAddress(text: String, canonical: String) throws {
    #expect(try EmailAddress(text).text == canonical)
    #expect(try EmailAddress(canonical) == EmailAddress(text))
  }

  @Test(arguments: [
    "@", "kim", "kim@", "@example.com", "kim@@example.com", "kim@a@b", "kim@example", "kim@.example.com",
    "kim@example..com", "kim@example.com.", ".kim@example.com", "kim.@example.com", "k..im@example.com",
    "kim@-example.com", "kim@example-.com",
    "kim@" + String(repeating: "a", count: 64) + ".com",
  ])
  func whatIsNoPlainAddressIsRefused(text: String) {
    #expect(throws: EmailAddress.Problem.notAnAddress) { try EmailAddress(text) }
  }

  @Test(arguments: [
    "kim lee@example.com", "kim@exam ple.com", " kim@example.com", "kim@example.com ", "kim@example.com\n",
    "ki\u{0}m@example.com", "kim\r\nBcc: x@example.com", "\"kim\"@example.com", "kim(x)@example.com",
    "<kim@example.com>", "kim\\@example.com", "kim,lee@example.com", "kim@[127.0.0.1]", "kim@example.com:25",
    "kim@exa_mple.com", "kïm@example.com", "kim@exam\u{202E}ple.com", "kim@exam\u{200B}ple.com",
    "kim@example。com", "kim@ex\u{1F600}ample.com",
  ])
  func whatCannotStandInAnAddressIsNamed(text: String) {
    #expect(throws: EmailAddress.Problem.forbiddenCharacter) { try EmailAddress(text) }
  }

  @Test func anEmptyTextIsNamed() {
    #expect(throws: EmailAddress.Problem.empty) { try EmailAddress("") }
  }

  @Test func addressesMayBe254BytesLong() throws {
    let domain = String(repeating: String(repeating: "a", count: 48) + ".", count: 5)
    let longest = "kim@" + domain + "abcde"
    #expect(longest.utf8.count == 254)
    #expect(try EmailAddress(longest).text == longest)
    #expect(throws: EmailAddress.Problem.tooLong) { try EmailAddress(longest + "f") }
    let name = String(repeating: "a", count: 242) + "@example.com"
    #expect(name.utf8.count == 254)
    #expect(try EmailAddress(name).text == name)
    #expect(throws: EmailAddress.Problem.tooLong) { try EmailAddress("a" + name) }
  }

  /// A Kelvin sign, a long s, a dotted capital i, an Angstrom sign, an accent of its own.
  @Test(arguments: [
    ("kim@\u{212A}im.example", "kim@kim.example"), ("kim@me\u{17F}s.example", "kim@mess.example"),
    ("kim@\u{130}an.example", "kim@i\u{307}an.example"), ("kim@\u{212B}s.example", "kim@\u{C5}s.example"),
    ("kim@e\u{301}te.example", "kim@\u{E9}te.example"),
  ])
  func whatOnlyUnicodeTakesForTheSameIsAnother(left: String, right: String) throws {
    let (left, right) = try (EmailAddress(left), EmailAddress(right))
    #expect(left != right)
    #expect(Set([left, right]).count == 2)
  }
}
