import Essentials
import HTTP
import IdentityToolkit
import TestSupport
import Testing

@testable import AuthServer

/// Which e-mail addresses are taken, of whom and under which policy.
@Suite struct AddressFormTests {
  @Test(arguments: ["kim@localhost", "kim@example", "a..b@example.com", "ñandu@example.com"])
  func whatTheEmulatorTakesIsTakenThere(_ address: String) throws {
    let lenient = try ServerHarness(policy: .quickEmulator)
    let account = try lenient.signUp(address)
    #expect(try lenient.lookup(account.idToken)?.email == address)
    #expect(try lenient.signIn(address, password: ServerHarness.password).localId == account.localId)
    #expect(try lenient.signInByLink("x" + address).email == "x" + address)

    let checked = try ServerHarness(policy: .quick)
    let refusal = #expect(throws: ServerError.self) { try checked.signUp(address) }
    #expect(refusal?.code == .invalidEmail)
  }

  @Test(arguments: [
    "kim", "@example.com", "kim@", "a@b@example.com", "kim lee@example.com", "kim\u{1B}@localhost",
  ])
  func whatIsNoAddressAtAllIsNot(_ text: String) throws {
    let refusal = #expect(throws: ServerError.self) { try ServerHarness(policy: .quickEmulator).signUp(text) }
    #expect(refusal?.code == .invalidEmail)
  }

  @Test func aProviderMayVouchForAnAddressOfAnyScript() throws {
    let server = try ServerHarness()
    let address = "kïm@例え.jp"
    let account = try server.call(
      SignUp.self, .init(email: address, password: ServerHarness.password), asOwner: true)
    let claims: JSONValue = ["sub": "g1", "email": .string(address), "email_verified": true]
    let form = FormEncoding.encode([
      QueryItem("providerId", "google.com"), QueryItem("id_token", claims.text),
    ])
    let answer = try server.call(SignInWithIdp.self, SignInWithIdp.Request(postBody: form))
    #expect(answer.email == address)
    #expect(answer.localId == account.localId)
  }

  @Test func anAddressOfAnyScriptSignsInByLinkWhereItIsKnown() throws {
    let server = try ServerHarness()
    let address = "kïm@例え.jp"
    let account = try server.call(
      SignUp.self, .init(email: address, password: ServerHarness.password), asOwner: true)
    #expect(try server.signInByLink(address).localId == account.localId)
    let refusal = #expect(throws: ServerError.self) { try server.send(.emailSignIn, to: "x" + address) }
    #expect(refusal?.code == .invalidEmail)
  }

  /// In Unicode's lower case a Kelvin sign is a k, and for Unicode's `==` a K.
  @Test(arguments: [Policy.quick, .quickEmulator], ["\u{212A}im@example.com", "kim@\u{212A}im.example"])
  func anAddressThatOnlyUnicodeTakesForAnotherIsNobodys(_ policy: Policy, _ look: String) throws {
    let own = look.replacing("\u{212A}", with: "k")
    let server = try ServerHarness(policy: policy)
    let kim = try server.signUp(own)
    #expect(refusal { try server.signIn(look, password: ServerHarness.password) } != nil)
    _ = try? server.send(.passwordReset, to: look)
    _ = try? server.send(.emailSignIn, to: look)
    #expect(try server.mails(to: own).isEmpty)
    // Whoever is said to have that address has it beside the other.
    let other = try server.call(
      SignUp.self, .init(email: look, password: ServerHarness.password), asOwner: true)
    #expect(other.email == look && other.localId != kim.localId)
    #expect(try server.signIn(own.asciiUppercased(), password: ServerHarness.password).localId == kim.localId)
  }

  @Test func anAccountIsFoundByTheAddressThatItBeganWith() throws {
    let server = try ServerHarness(policy: .quickEmulator)
    let account = try server.signUp("kïm@例え.jp")
    try server.update(account.idToken) { $0.email = "kim@example.com" }
    var request = Lookup.Request()
    request.initialEmail = ["KïM@例え.JP"]
    #expect(try server.call(Lookup.self, request, asOwner: true).users?.map(\.localId) == [account.localId])
  }
}
