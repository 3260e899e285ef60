import Crypto
import Essentials
import Testing

@Suite struct EncodingTests {
  @Test(arguments: [
    ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("fooba", "Zm9vYmE"),
    ("foobar", "Zm9vYmFy"), ("\u{FB}\u{FF}", "w7vDvw"),
  ])
  func base64URLMatchesTheStandard(plain: String, encoded: String) {
    #expect(Base64URL.encode(plain.utf8) == encoded)
    #expect(Base64URL.decode(encoded) == Array(plain.utf8))
  }

  @Test func base64URLUsesTheTokenAlphabet() {
    #expect(Base64URL.encode([0xFB, 0xEF, 0xFF]) == "--__")
    #expect(Base64URL.decode("--__") == [0xFB, 0xEF, 0xFF])
  }

  @Test(arguments: ["Zg==", "Zh", "Zm9", "Z", "Zm9vY", "++//", "Zm 9v", "Zm9v\n", "Zmé"])
  func base64URLHasOneSpellingOnly(text: String) {
    #expect(Base64URL.decode(text) == nil)
  }

  @Test func hexGoesBothWays() {
    #expect(Hex.encode([0x00, 0x7f, 0xff]) == "007fff")
    #expect(Hex.decode("007FfF") == [0x00, 0x7f, 0xff])
    #expect(Hex.decode("007") == nil)
    #expect(Hex.decode("0g") == nil)
  }
}
