import OpenIDConnect
import Testing

@Suite struct CodeVerifierTests {
  /// RFC 7636, appendix B.
  @Test func theChallengeIsThatOfTheStandardsExample() throws {
    let verifier = try #require(CodeVerifier("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"))
    #expect(verifier.challenge == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
  }

  /// The octets that the appendix makes its verifier of.
  @Test func aNewOneIsMadeOf32RandomBytes() throws {
    let octets: [UInt8] = [
      116, 24, 223, 180, 151, 153, 224, 37, 79, 250, 96, 125, 216, 173, 187, 186, 22, 212, 37, 77, 105, 214,
      191,
      240, 91, 88, 5, 88, 83, 132, 141, 121,
    ]
    let verifier = try CodeVerifier { count in Array(octets.prefix(count)) }
    #expect(verifier.text == "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
  }

  @Test(arguments: [
    "", String(repeating: "a", count: 42), String(repeating: "a", count: 129),
    String(repeating: "a", count: 42) + "+", String(repeating: "a", count: 42) + "é",
  ])
  func whatTheStandardForbidsIsNone(text: String) {
    #expect(CodeVerifier(text) == nil)
  }
}
