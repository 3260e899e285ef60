import Essentials
import IdentityToolkit
import Testing

@Suite struct AppVerificationProofTests {
  @Test func aProofTravelsAmongTheFieldsOfItsRequest() throws {
    var proof = AppVerificationProof()
    proof.iosReceipt = "r"
    proof.iosSecret = "s"
    proof.recaptchaToken = "t"
    proof.playIntegrityToken = "p"
    proof.captchaResponse = AppVerificationProof.noRecaptcha
    proof.recaptchaVersion = AppVerificationProof.enterprise
    proof.clientType = .iOS
    var request = SendVerificationCode.Request(phoneNumber: "+16505553434")
    request.proof = proof
    let json = try JSONValue(parsing: JSONEncoder().encode(request))
    #expect(
      json == [
        "captchaResponse": "NO_RECAPTCHA", "clientType": "CLIENT_TYPE_IOS", "iosReceipt": "r",
        "iosSecret": "s", "phoneNumber": "+16505553434", "playIntegrityToken": "p",
        "recaptchaToken": "t", "recaptchaVersion": "RECAPTCHA_ENTERPRISE",
      ])
    #expect(request.proof == proof)
  }

  @Test(
    arguments: [
      ("projects/demo/keys/k-1", "k-1"), ("projects/demo/keys/", nil), ("k-1", nil), ("a/b/c/d/e", nil),
      (nil, nil),
    ] as [(String?, String?)])
  func theSiteKeyIsTheFourthSegmentOfItsName(name: String?, key: String?) {
    #expect(RecaptchaConfig.Response(recaptchaKey: name, recaptchaEnforcementState: nil).siteKey == key)
  }
}
