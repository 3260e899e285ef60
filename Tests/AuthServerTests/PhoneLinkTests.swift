import AuthServer
import Essentials
import IdentityToolkit
import TestSupport
import Testing

@Suite struct PhoneLinkTests {
  private func link(
    _ number: String, to idToken: String?, _ operation: VerifyOperation? = .link, in server: ServerHarness
  ) throws -> SignInWithPhoneNumber.Response {
    let info = try server.sendCode(to: number)
    return try server.call(
      SignInWithPhoneNumber.self,
      .init(sessionInfo: info, code: server.code(for: info), idToken: idToken, operation: operation))
  }

  @Test func aNumberIsLinkedAndReplaced() throws {
    let server = try ServerHarness()
    let kim = try server.signInByLink()
    let linked = try link("+14155550101", to: kim.idToken, in: server)
    #expect(linked.localId == kim.localId)
    #expect(linked.isNewUser == false)
    #expect(linked.phoneNumber == "+14155550101")
    let claims = try claims(of: linked.idToken)
    #expect(claims["phone_number"] == "+14155550101")
    #expect(claims["firebase"]?["sign_in_provider"] == "phone")
    #expect(try server.refresh(linked.refreshToken).userId == kim.localId)
    let updated = try link("+14155550102", to: linked.idToken, .update, in: server)
    #expect(updated.phoneNumber == "+14155550102")
    #expect(try server.signIn("+14155550102").localId == kim.localId)
    #expect(try server.signIn("+14155550101").isNewUser == true)
    // Its own number again is no conflict.
    #expect(try link("+14155550102", to: updated.idToken, nil, in: server).localId == kim.localId)
  }

  @Test func aNumberOfAnotherAccountGivesAProofThatSignsInThereOnce() throws {
    let server = try ServerHarness()
    let (phone, kim) = (try server.signIn(), try server.signInByLink())
    let answer = try link(ServerHarness.number, to: kim.idToken, in: server)
    let proof = try #require(answer.temporaryProof)
    #expect(
      answer
        == .init(
          phoneNumber: ServerHarness.number, temporaryProof: proof, temporaryProofExpiresIn: "3600"))
    func signIn(
      _ proof: String, _ number: String?, _ idToken: String? = nil
    ) throws -> SignInWithPhoneNumber.Response {
      try server.call(
        SignInWithPhoneNumber.self,
        .init(temporaryProof: proof, phoneNumber: number, idToken: idToken))
    }
    #expect(refusal { try signIn(proof, nil) } == "MISSING_PHONE_NUMBER")
    #expect(refusal { try signIn(proof, "+14155550199") } == "INVALID_TEMPORARY_PROOF")
    #expect(refusal { try signIn(proof + "x", ServerHarness.number) } == "INVALID_TEMPORARY_PROOF")
    #expect(refusal { try signIn(proof, ServerHarness.number, kim.idToken) } == "PHONE_NUMBER_EXISTS")
    let signedIn = try signIn(proof, ServerHarness.number)
    #expect(signedIn.localId == phone.localId)
    #expect(signedIn.isNewUser == false)
    #expect(refusal { try signIn(proof, ServerHarness.number) } == "INVALID_TEMPORARY_PROOF")

    let other = try #require(
      try link(ServerHarness.number, to: kim.idToken, in: server).temporaryProof)
    server.clock.advance(3601)
    #expect(refusal { try signIn(other, ServerHarness.number) } == "INVALID_TEMPORARY_PROOF")
  }

  @Test func linkingChecksAccountAndCode() throws {
    let server = try ServerHarness()
    let kim = try server.signInByLink()
    let info = try server.sendCode()
    func link(_ code: String, _ token: String?) -> String? {
      refusal {
        try server.call(
          SignInWithPhoneNumber.self, .init(sessionInfo: info, code: code, idToken: token, operation: .link))
      }
    }
    let wrong = try server.wrongCode(for: info)
    #expect(link(wrong, kim.idToken) == "INVALID_CODE")
    #expect(link(wrong, "x") == "INVALID_ID_TOKEN")
    #expect(
      refusal {
        try server.call(
          SignInWithPhoneNumber.self,
          .init(
            sessionInfo: info, code: server.code(for: info), idToken: "x", operation: .reauthenticate))
      } == "INVALID_ID_TOKEN")
    #expect(link(wrong, nil) == "MISSING_ID_TOKEN")
    for _ in 1...4 { #expect(link(wrong, kim.idToken) == "INVALID_CODE") }
    #expect(link(try server.code(for: info), kim.idToken) == "TOO_MANY_ATTEMPTS_TRY_LATER")
  }
}
