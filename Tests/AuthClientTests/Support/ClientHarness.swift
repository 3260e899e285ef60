import AuthClient
import AuthServer
import Crypto
import Essentials
import HTTP
import IdentityToolkit
import TestSupport
import Testing

@testable import AuthClient

/// A client of a server in this process, on a database of its own.
final class ClientHarness: Sendable {
  let clock = TestClock()
  let transport: GatedTransport
  let auth: Auth
  private let folder = TemporaryFolder()

  init(persistence: any UserPersistence = InMemoryPersistence(), verifiesApps: Bool = false) throws {
    for (name, content) in EmbeddedDatabase.files { folder.write(content, to: name) }
    var policy = Policy.strict
    policy.appVerificationRequired = verifiesApps
    policy.scryptCostExponent = 4
    let clock = clock
    let server = IdentityToolkitServer(
      store: try Store(at: .file(path: folder.path(of: "local.db"))), project: "demo-test", policy: policy,
      clock: { clock.now }, random: SecureRandom.bytes, pause: { _ in }, version: "0.1.0")
    transport = GatedTransport(EmbeddedTransport(server))
    auth = try Auth(
      Self.options, persistence: persistence, transport: transport, endpoint: .embedded,
      now: { clock.now })
  }

  static let options = AuthOptions(apiKey: "k", projectID: "demo-test")
  static let number = "+14155550100"
  static let email = "kim@example.com"

  /// Another client of the same server.
  /// - Parameter clockOffset: Seconds that its machine's clock is ahead.
  func client(
    persistence: any UserPersistence = InMemoryPersistence(), clockOffset: Double = 0
  ) throws -> Auth {
    try Auth(
      Self.options, persistence: persistence, transport: transport, endpoint: .embedded,
      now: { [clock] in clock.now + clockOffset })
  }

  /// The server as its owner sees it.
  var server: LocalServerAdmin { LocalServerAdmin(backend: backend) }

  private var backend: Backend {
    Backend(
      endpoint: .embedded, apiKey: "k", project: "demo-test", transport: transport.transport,
      pause: { _ in })
  }

  /// What a person who passes `challenge` gets.
  func solve(_ challenge: RecaptchaChallenge) throws -> String {
    try backend.call(
      SolveRecaptcha.self,
      .init(
        siteKey: challenge.siteKey, action: challenge.kind == .v2 ? nil : .init(rawValue: challenge.action))
    ).token ?? ""
  }

  func setTestPhoneNumber(_ number: String, code: String) throws {
    try server.project.setTestPhoneNumber(number, code: code)
  }

  func customToken(uid: String, claims: JSONValue) throws -> String {
    try server.customToken(uid: uid, claims: claims)
  }

  func setClaims(_ claims: JSONValue, uid: String) throws {
    var change = UpdateAccount.Request()
    change.localId = uid
    change.customAttributes = claims.text
    try server.project.change(change)
  }

  func delete(uid: String) throws {
    try server.project.delete(uids: [uid])
  }

  /// Has the project ask for reCAPTCHA Enterprise: before an SMS, or for `emailPassword`.
  func requireEnterprise(for provider: String = "phone") throws {
    try server.project.updateProjectConfig("recaptchaConfig.\(provider)EnforcementState", to: "ENFORCE")
  }

  func endEnumerationProtection() throws {
    try server.project.updateProjectConfig("emailPrivacyConfig.enableImprovedEmailPrivacy", to: .bool(false))
  }

  func lastCode(to recipient: String) throws -> String {
    try server.messages(to: recipient).last?.code ?? ""
  }

  func lastLink(to recipient: String) throws -> String {
    try server.messages(to: recipient).last?.link ?? ""
  }

  @discardableResult
  func signInByPhone(_ number: String = number, with client: Auth? = nil) async throws
    -> AuthDataResult
  {
    let auth = client ?? auth
    return try await auth.signIn(with: try await phoneCredential(number, with: auth))
  }

  func phoneCredential(
    _ number: String = number, with client: Auth? = nil
  ) async throws -> PhoneAuthCredential {
    let provider = PhoneAuthProvider.provider(auth: client ?? auth)
    let id = try await provider.verifyPhoneNumber(number)
    return provider.credential(withVerificationID: id, verificationCode: try lastCode(to: number))
  }

  /// An account with a verified address, a password, and an authenticator app; the app's secret.
  func enrollTOTP() async throws -> (secret: TOTPSecret, user: User) {
    let user = try await verifiedUser()
    let session = try await user.multiFactor.getSession()
    let secret = try await TOTPMultiFactorGenerator.generateSecret(with: session)
    let assertion = TOTPMultiFactorGenerator.assertionForEnrollment(
      with: secret, oneTimePassword: try code(of: secret))
    try await user.multiFactor.enroll(with: assertion, displayName: "Phone app")
    // A code counts once, and a new one comes with the next interval.
    clock.advance(30)
    return (secret, user)
  }

  func verifiedUser() async throws -> User {
    let user = try await auth.createUser(withEmail: Self.email, password: "secret-1").user
    try await user.sendEmailVerification()
    let link = try #require(ActionCodeURL(link: try lastLink(to: Self.email)))
    try await auth.applyActionCode(link.code)
    return try await auth.signIn(withEmail: Self.email, password: "secret-1").user
  }

  func code(of secret: TOTPSecret) throws -> String {
    let key = try #require(Base32.decode(secret.sharedSecretKey()))
    return TOTP(secret: key).code(at: Int64(clock.now.timeIntervalSince1970))
  }
}
