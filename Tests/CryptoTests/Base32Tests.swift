import Crypto
import Testing

@Suite struct Base32Tests {
  @Test func theStandardsExamplesGoBothWays() {
    // RFC 4648 §10, without the padding.
    let examples = [
      "": "", "f": "MY", "fo": "MZXQ", "foo": "MZXW6", "foob": "MZXW6YQ", "fooba": "MZXW6YTB",
      "foobar": "MZXW6YTBOI",
    ]
    for (text, encoded) in examples {
      #expect(Base32.encode(text.utf8) == encoded)
      #expect(Base32.decode(encoded) == Array(text.utf8))
    }
  }

  @Test func everyByteComesBack() {
    let bytes = (0...255).map { UInt8($0) }
    for size in 0...256 {
      #expect(Base32.decode(Base32.encode(bytes.prefix(size))) == Array(bytes.prefix(size)))
    }
  }

  @Test func peoplesSpellingsAreRead() {
    for spelling in ["mzxw6ytboi", "MZXW 6YTB OI", "MZXW-6YTB-OI======", " mzxw6ytBOI "] {
      #expect(Base32.decode(spelling) == Array("foobar".utf8), "\(spelling)")
    }
  }

  @Test func whatNoBytesHaveIsRefused() {
    for text in [
      "M", "MZX", "MZXW6Y",  // lengths
      "MZ", "MZXW6YR",  // bits left over
      "MZXW6YT1", "MZXW6YT0", "MZXW6YT8", "MZXW=YTB", "MY=======", "MZ\nXQ", "ＭＺＸＱ",
    ] {
      #expect(Base32.decode(text) == nil, "\(text)")
    }
  }
}
