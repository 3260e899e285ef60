import AuthClient
import BrowserPages
import Essentials
import HTTP
import IdentityToolkit
import Testing

@Suite struct PasskeyPageTests {
  private static let challenge = [UInt8](repeating: 0xFB, count: 32)

  private func registration(named name: String = "Kim") throws -> PasskeyPage {
    var options = CredentialCreationOptions()
    options.rp = .init(id: "localhost", name: "demo")
    options.user = .init(id: "AAEC", name: name, displayName: name)
    options.challenge = Data(Self.challenge).base64EncodedString()
    options.pubKeyCredParams = [.init(alg: -7)]
    options.excludeCredentials = [.init(id: "+/8=")]
    options.authenticatorSelection = .init(userVerification: "required")
    return PasskeyPage(try PasskeyRegistrationRequest(options, name: nil), of: "demo")
  }

  private func assertion() throws -> PasskeyPage {
    var options = CredentialRequestOptions()
    options.challenge = Data(Self.challenge).base64EncodedString()
    options.rpId = "localhost"
    options.userVerification = "required"
    return PasskeyPage(try PasskeyAssertionRequest(options))
  }

  private func options(of page: PasskeyPage) throws -> JSONValue? {
    guard case .passkey(let ceremony) = page.waiting.program else { return nil }
    return JSONValue(json: ceremony.options)
  }

  @Test func theBrowserGetsTheOptionsInItsOwnForm() throws {
    let challenge = JSONValue.string(Base64URL.encode(Self.challenge))
    let created: JSONValue = [
      "attestation": "none",
      "authenticatorSelection": [
        "requireResidentKey": true, "residentKey": "required", "userVerification": "required",
      ],
      "challenge": challenge, "excludeCredentials": [["id": "-_8", "type": "public-key"]],
      "pubKeyCredParams": [["alg": -7, "type": "public-key"]], "rp": ["id": "localhost", "name": "demo"],
      "timeout": 300_000, "user": ["displayName": "Kim", "id": "AAEC", "name": "Kim"],
    ]
    #expect(try options(of: registration()) == created)
    let asked: JSONValue = [
      "allowCredentials": [], "challenge": challenge, "rpId": "localhost", "timeout": 300_000,
      "userVerification": "required",
    ]
    #expect(try options(of: assertion()) == asked)
  }

  @Test func anAnswerIsTakenOnlyWhole() throws {
    let page = try registration()
    func outcome(_ form: [QueryItem]) -> PasskeyPage.Outcome? {
      page.result(of: form, continueURL: "").map(PasskeyPage.outcome)
    }
    let created = #"{"id":"AQ","clientDataJSON":"Ag","attestationObject":"Aw"}"#
    #expect(
      outcome([.init("answer", created)])
        == .registered(
          PasskeyRegistration(credentialID: [1], clientDataJSON: [2], attestationObject: [3])))
    let signed =
      #"{"id":"AQ","clientDataJSON":"Ag","authenticatorData":"Aw","signature":"BA","userHandle":"BQ"}"#
    #expect(
      outcome([.init("answer", signed), .init("failure", "")])
        == .asserted(
          PasskeyAssertion(
            credentialID: [1], clientDataJSON: [2], authenticatorData: [3], signature: [4], userHandle: [5])))
    #expect(outcome([.init("failure", "InvalidStateError")]) == .failed("InvalidStateError"))
    #expect(outcome([.init("answer", created), .init("cancel", "1")]) == .cancelled)
    for wrong in [
      [], [.init("answer", "")], [.init("answer", "{}")],
      [.init("answer", #"{"id":"A=","clientDataJSON":"Ag"}"#)],
      [.init("answer", created), .init("answer", created)], [.init("failure", "<b>")],
      [.init("failure", String(repeating: "a", count: 65))],
      [.init("answer", #"{"id":"AQ","id":"AQ","clientDataJSON":"Ag","attestationObject":"Aw"}"#)],
    ] as [[QueryItem]] {
      #expect(outcome(wrong) == nil)
    }
  }
}
