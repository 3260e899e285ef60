import Essentials
import Testing

@testable import SAML

/// Honest responses of the provider, at the wrong time, in the wrong place, or to another question.
@Suite struct MisdirectedResponseTests {
  private static func seconds(_ count: Double) -> Date { SAMLFixture.now.addingTimeInterval(count) }

  @Test(
    arguments: [
      (-61, .notYetValid), (-60, nil), (0, nil), (359, nil), (360, .expired), (86_400, .expired),
    ] as [(Double, SAMLProblem?)])
  func aResponseIsGoodForAFewMinutes(later: Double, problem: SAMLProblem?) throws {
    let response = try SAMLFixture.response()
    #expect(SAMLFixture.problem(with: response, at: Self.seconds(later)) == problem)
  }

  /// Otherwise it would have to be remembered as long as it says.
  @Test func aResponseThatSaysItIsGoodForYearsIsNot() throws {
    let parts = try ResponseParts(SAMLFixture.response())
    let long = parts.unsigned.replacing("NotOnOrAfter=\"2026", with: "NotOnOrAfter=\"2036")
    let response = parts.head + (try SAMLFixture.sign(long, id: "_a1") { $0 }) + parts.tail
    #expect(SAMLFixture.problem(with: response, at: Self.seconds(659)) == nil)
    #expect(SAMLFixture.problem(with: response, at: Self.seconds(660)) == .expired)
  }

  @Test func aResponseForAnotherAppIsRefused() throws {
    #expect(
      SAMLFixture.problem(with: try SAMLFixture.response(audience: "other")) == .wrongAudience(["other"]))
    #expect(
      SAMLFixture.problem(with: try SAMLFixture.response(to: "https://other.example/acs"))
        == .wrongRecipient("https://other.example/acs"))
    #expect(
      SAMLFixture.problem(with: try SAMLFixture.response(issuer: "https://other.example"))
        == .wrongIssuer("https://other.example"))
  }

  @Test(
    arguments: [
      ("_q1", "_q1", nil), (nil, nil, nil), ("_q2", "_q1", .wrongRequest), (nil, "_q1", .wrongRequest),
      ("_q1", nil, .wrongRequest),
    ] as [(String?, String?, SAMLProblem?)])
  func aResponseAnswersWhatWasAsked(said: String?, asked: String?, problem: SAMLProblem?) throws {
    let response = try SAMLFixture.response(answering: said)
    #expect(SAMLFixture.problem(with: response, answering: asked) == problem)
  }

  /// The provider signs what it wrote, and leaves out what makes it safe.
  @Test(
    arguments: [
      ("<saml:AudienceRestriction>.*</saml:AudienceRestriction>", .wrongAudience([])),
      ("<saml:Conditions .*</saml:Conditions>", .malformed("Conditions")),
      (" Recipient=\"[^\"]*\"", .wrongRecipient("")),
      (" NotOnOrAfter=\"[^\"]*\"", .malformed("NotOnOrAfter")),
      ("<saml:SubjectConfirmation .*</saml:SubjectConfirmation>", .malformed("SubjectConfirmation")),
      (":bearer", .malformed("SubjectConfirmation")),
      (" InResponseTo=\"[^\"]*\"", .wrongRequest),
      ("<saml:AuthnStatement .*</saml:AuthnStatement>", .malformed("AuthnStatement")),
      (" Version=\"2.0\"", .malformed("Version")),
      (" IssueInstant=\"[^\"]*\"", .malformed("IssueInstant")),
      ("<saml:NameID .*</saml:NameID>", .malformed("NameID")),
      ("kim@example.com", .malformed("NameID")),
      ("T12:00:00Z", .malformed("IssueInstant")),
    ] as [(String, SAMLProblem)])
  func anAssertionWithoutItsLimitsIsRefused(part: String, problem: SAMLProblem) throws {
    let parts = try ResponseParts(SAMLFixture.response())
    let changed = try parts.unsigned.replacing(Regex(part), with: "")
    let response = parts.head + (try SAMLFixture.sign(changed, id: "_a1") { $0 }) + parts.tail
    #expect(SAMLFixture.problem(with: response) == problem)
  }

  @Test(
    arguments: [
      ("<saml:Condition/>", .malformed("Conditions")), ("<samlp:OneTimeUse/>", .malformed("Conditions")),
      ("<saml:OneTimeUse/>", nil), ("<saml:ProxyRestriction Count=\"0\"/>", nil),
    ] as [(String, SAMLProblem?)])
  func everyConditionMustBeKnown(condition: String, problem: SAMLProblem?) throws {
    let parts = try ResponseParts(SAMLFixture.response())
    let start = "<saml:AudienceRestriction>"
    let changed = parts.unsigned.replacing(start, with: condition + start)
      .replacing(
        "<saml:Assertion ", with: "<saml:Assertion xmlns:samlp=\"\(XMLNamespace.protocol.rawValue)\" ")
    let response = parts.head + (try SAMLFixture.sign(changed, id: "_a1") { $0 }) + parts.tail
    #expect(SAMLFixture.problem(with: response) == problem)
  }

  @Test func aSignedResponseSaysWhereItGoes() throws {
    let parts = try ResponseParts(SAMLFixture.response())
    func problem(_ head: String, isSigned: Bool) throws -> SAMLProblem? {
      let text = head + (isSigned ? parts.unsigned : parts.assertion) + parts.tail
      return SAMLFixture.problem(
        with: isSigned
          ? try XMLSignature.sign(
            text, id: "_r1", by: SAMLFixture.key, certificate: SAMLFixture.certificate) : text)
    }
    let place = " Destination=\"\(SAMLFixture.consumer)\""
    let nowhere = parts.head.replacing(place, with: "")
    #expect(nowhere != parts.head)
    #expect(try problem(parts.head, isSigned: true) == nil)
    #expect(try problem(nowhere, isSigned: true) == .wrongRecipient(""))
    #expect(try problem(nowhere, isSigned: false) == nil)
    let old = parts.head.replacing("Version=\"2.0\"", with: "Version=\"1.1\"")
    #expect(try problem(old, isSigned: false) == .malformed("Version"))
  }
}
