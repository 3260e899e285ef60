import Crypto
import Testing

@Suite struct DigestTests {
  @Test func sha256MatchesTheStandard() {
    // FIPS 180-4's examples.
    #expect(
      Hex.encode(Digest.sha256("abc".utf8))
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(
      Hex.encode(Digest.sha256([]))
        == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
  }

  @Test func hmacMatchesTheStandards() {
    let message = Array("what do ya want for nothing?".utf8)
    // RFC 4231, case 2, and RFC 2202, case 2.
    #expect(
      Hex.encode(Digest.hmacSHA256(message, key: Array("Jefe".utf8)))
        == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
    #expect(
      Hex.encode(Digest.hmacSHA1(message, key: Array("Jefe".utf8)))
        == "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79")
    // RFC 4231, case 2.
    #expect(
      Hex.encode(Digest.hmacSHA512(message, key: Array("Jefe".utf8)))
        == "164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea250554"
        + "9758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737")
  }

  @Test func secretsCompareByContent() {
    #expect(ConstantTime.equal("654321", "654321"))
    #expect(!ConstantTime.equal("654321", "654322"))
    #expect(!ConstantTime.equal("654321", "65432"))
    #expect(ConstantTime.equal([], []))
  }

  @Test func randomBytesComeInTheNumberAskedForAndDiffer() throws {
    for count in [0, 1, 8, 9, 33, 256, 257, 1000] { #expect(try SecureRandom.bytes(count).count == count) }
    #expect(try Set((0..<1000).map { _ in try SecureRandom.bytes(16) }).count == 1000)
    #expect(try SecureRandom.bytes(1000).suffix(100).contains { $0 != 0 })
    // Every bit moves.
    let union = try (0..<64).map { _ in try SecureRandom.bytes(4) }.reduce([0, 0, 0, 0]) {
      zip($0, $1).map { $0 | $1 }
    }
    #expect(union == [255, 255, 255, 255])
  }
}
