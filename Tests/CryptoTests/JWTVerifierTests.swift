import Crypto
import Essentials
import Testing

@Suite struct JWTVerifierTests {
  let verifier = JWTVerifier(keys: ["k1": testKey.publicKey])

  /// A token with the header and the payload given, signed by the test key.
  func token(header: String, payload: String = #"{"sub":"kim"}"#) throws -> String {
    let signed = Base64URL.encode(header.utf8) + "." + Base64URL.encode(payload.utf8)
    return signed + "." + Base64URL.encode(try testKey.sign(signed.utf8))
  }

  @Test func aSignedTokenGivesItsPayload() throws {
    let token = try token(header: #"{"alg":"RS256","kid":"k1","typ":"JWT"}"#)
    #expect(try verifier.verify(token) == Data(#"{"sub":"kim"}"#.utf8))
  }

  @Test(arguments: [
    (#"{"alg":"none","kid":"k1"}"#, JWTError.algorithm("none")),
    (#"{"alg":"HS256","kid":"k1"}"#, .algorithm("HS256")),
    (#"{"alg":"rs256","kid":"k1"}"#, .algorithm("rs256")),
    (#"{"alg":"RS256","kid":"k2"}"#, .unknownKey("k2")),
    (#"{"alg":"RS256"}"#, .unknownKey(nil)),
    (#"{"alg":"RS256","kid":"k1","crit":["exp"]}"#, .criticalExtension),
    (#"{"kid":"k1"}"#, .malformed), ("RS256", .malformed), ("", .malformed),
  ])
  func theHeaderDecidesNothing(header: String, error: JWTError) throws {
    let token = try token(header: header)
    #expect(throws: error) { try verifier.verify(token) }
  }

  @Test func aChangedTokenIsRefused() throws {
    let token = try token(header: #"{"alg":"RS256","kid":"k1"}"#)
    let parts = token.split(separator: ".").map(String.init)
    let other = Base64URL.encode(#"{"sub":"eve"}"#.utf8)
    #expect(throws: JWTError.signature) { try verifier.verify("\(parts[0]).\(other).\(parts[2])") }
    #expect(throws: JWTError.signature) { try verifier.verify("\(parts[0]).\(parts[1]).") }
    for malformed in [
      "", "..", "a.b", parts[0] + "." + parts[1], token + ".", token + "=", " " + token,
      "\(parts[0]).\(parts[1])=.\(parts[2])", "\(parts[0])..\(parts[2]).",
    ] {
      #expect(throws: JWTError.malformed) { try verifier.verify(malformed) }
    }
  }
}
