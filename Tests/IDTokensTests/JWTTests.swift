import Crypto
import Essentials
import IDTokens
import IdentityToolkit
import Testing

/// One key for the whole run: making it takes a tenth of a second.
let testKey: PrivateKey = {
  do { return try PrivateKey() } catch { fatalError("\(error)") }
}()

/// A token with the header and the payload given, signed by the test key.
func token(header: String = #"{"alg":"RS256","kid":"k1"}"#, payload: String) throws -> String {
  let signed = Base64URL.encode(header.utf8) + "." + Base64URL.encode(payload.utf8)
  return signed + "." + Base64URL.encode(try testKey.sign(signed.utf8))
}

@Suite struct JWTTests {
  let keys = KeySet(testKey.publicKey, id: "k1")

  private func problem(_ text: String, keys: KeySet? = nil) -> IDTokenProblem? {
    do throws(IDTokenProblem) {
      try JWT(text).verify(with: keys ?? self.keys)
      return nil
    } catch { return error }
  }

  @Test func whatIsSignedIsVerifiedAndRead() throws {
    let text = try JWT.signed(["sub": "kim"], by: testKey, id: "k1")
    #expect(
      text.split(separator: ".").prefix(2).map {
        Base64URL.decode($0).map { String(decoding: $0, as: UTF8.self) }
      }
        == [#"{"alg":"RS256","kid":"k1","typ":"JWT"}"#, #"{"sub":"kim"}"#])
    let token = try JWT(text)
    try token.verify(with: keys)
    #expect(token.payload == Data(#"{"sub":"kim"}"#.utf8))
    #expect((token.algorithm, token.keyID, token.isUnsigned) == ("RS256", "k1", false))
    #expect(try JWT(JWT.signed([:], by: testKey)).keyID == nil)
  }

  @Test func whatNobodySignsIsTakenForThatAlone() throws {
    let text = JWT.unsigned(["sub": "kim"])
    #expect(text == Base64URL.encode(#"{"alg":"none","typ":"JWT"}"#.utf8) + ".eyJzdWIiOiJraW0ifQ.")
    try JWT(text).verifyUnsigned()
    #expect(problem(text) == .algorithm("none"))
    #expect(throws: IDTokenProblem.signature) { try JWT(text + "AAAA").verifyUnsigned() }
    #expect(throws: IDTokenProblem.algorithm("RS256")) {
      try JWT(JWT.signed([:], by: testKey, id: "k1")).verifyUnsigned()
    }
  }

  @Test(
    arguments: [
      (#"{"alg":"none","kid":"k1"}"#, IDTokenProblem.algorithm("none")),
      (#"{"alg":"HS256","kid":"k1"}"#, .algorithm("HS256")),
      (#"{"alg":"rs256","kid":"k1"}"#, .algorithm("rs256")),
      (#"{"alg":"RS256","kid":"k2"}"#, .unknownKey),
      (#"{"alg":"RS256","kid":"\u212A1"}"#, .unknownKey),
      // Who has one key need not be told which one it is.
      (#"{"alg":"RS256"}"#, nil),
      (#"{"alg":"RS256","kid":"k1","crit":["exp"]}"#, .criticalExtension),
      (#"{"kid":"k1"}"#, .malformed), ("RS256", .malformed), ("", .malformed),
    ] as [(String, IDTokenProblem?)])
  func theHeaderDecidesNothing(header: String, expected: IDTokenProblem?) throws {
    #expect(problem(try token(header: header, payload: "{}")) == expected)
  }

  @Test func aChangedTokenIsRefused() throws {
    let token = try token(payload: #"{"sub":"kim"}"#)
    let parts = token.split(separator: ".").map(String.init)
    let other = Base64URL.encode(#"{"sub":"eve"}"#.utf8)
    #expect(problem("\(parts[0]).\(other).\(parts[2])") == .signature)
    #expect(problem("\(parts[0]).\(parts[1]).") == .signature)
    #expect(problem(token, keys: KeySet(try PrivateKey().publicKey, id: "k1")) == .signature)
    for malformed in [
      "", "..", "a.b", parts[0] + "." + parts[1], token + ".", token + "=", " " + token,
      "\(parts[0]).\(parts[1])=.\(parts[2])", "\(parts[0])..\(parts[2]).",
    ] {
      #expect(problem(malformed) == .malformed)
    }
  }
}
