import AuthServer
import Essentials
import HTTP
import IdentityToolkit

extension Policy {
  /// The same with password hashes that cost nothing.
  var withQuickHashes: Policy {
    var policy = self
    policy.scryptCostExponent = 1
    return policy
  }

  static let quick = Policy.proofless.withQuickHashes
  static let quickEmulator = Policy.emulator.withQuickHashes

  func with(_ change: (inout Policy) -> Void) -> Policy {
    var policy = self
    change(&policy)
    return policy
  }
}

/// The refusal that `body` ends in, as `CODE`, `CODE : detail` or a sentence; nil for none.
func refusal(_ body: () throws -> some Any) -> String? {
  do {
    _ = try body()
    return nil
  } catch let error as ServerError {
    guard let detail = error.detail, !error.isSentence else { return error.words }
    return "\(error.code.rawValue) : \(detail)"
  } catch {
    return "\(error)"
  }
}

extension ServerHarness {
  /// The refusal of a link's domain.
  static let foreignLinkDomain =
    "INVALID_HOSTING_LINK_DOMAIN : The provided hosting link domain is not configured in Firebase Hosting or is "
    + "not owned by the current project. This cannot be a default hosting domain (web.app or firebaseapp.com)."
  static let email = "kim@example.com"
  static let password = "correct horse"
  static let page = "http://localhost:5000/done"

  /// What a client gets that does not ask for a token that can be renewed.
  func legacyToken() throws -> String? {
    var request = SignInWithPassword.Request(email: Self.email, password: Self.password)
    request.returnSecureToken = nil
    return try call(SignInWithPassword.self, request).idToken
  }

  func mails(to address: String? = nil) throws -> [OutboxMessage] {
    try call(Outbox.self, .init(), query: address.map { [QueryItem("to", $0)] } ?? [])
      .messages.filter { $0.kind == "email" }
  }

  /// The code of the newest mail to an address.
  func mailedCode(_ address: String = email) throws -> String {
    guard let code = try mails(to: address).last?.code else { throw ServerError(.internalError, "no mail") }
    return code
  }

  @discardableResult
  func send(
    _ type: OobRequestType, to email: String? = nil, headers: HTTPHeaders = [:], asOwner: Bool = false,
    _ change: (inout SendOobCode.Request) -> Void = { _ in }
  ) throws -> SendOobCode.Response {
    var request = SendOobCode.Request(type)
    request.email = email
    change(&request)
    return try call(SendOobCode.self, request, headers: headers, asOwner: asOwner)
  }

  /// Sends a sign-in link; its code.
  func sendLink(to email: String = email) throws -> String {
    try send(.emailSignIn, to: email) { $0.continueUrl = Self.page }
    return try mailedCode(email)
  }

  func signIn(
    linkTo email: String = email, code: String, idToken: String? = nil, in tenant: String? = nil
  ) throws -> SignInWithEmailLink.Response {
    var request = SignInWithEmailLink.Request(email: email, oobCode: code, idToken: idToken)
    request.tenantId = tenant
    return try call(SignInWithEmailLink.self, request)
  }

  func signInByLink(_ email: String = email) throws -> SignInWithEmailLink.Response {
    try signIn(linkTo: email, code: try sendLink(to: email))
  }

  @discardableResult
  func signUp(
    _ email: String? = email, _ password: String? = password, idToken: String? = nil
  ) throws -> SignUp.Response {
    try call(SignUp.self, .init(email: email, password: password, idToken: idToken))
  }

  func signIn(
    _ email: String = email, password: String
  ) throws -> SignInWithPassword.Response {
    try call(SignInWithPassword.self, .init(email: email, password: password))
  }

  @discardableResult
  func update(
    _ idToken: String? = nil, asOwner: Bool = false,
    _ change: (inout UpdateAccount.Request) -> Void
  ) throws -> UpdateAccount.Response {
    var request = UpdateAccount.Request(idToken: idToken)
    change(&request)
    return try call(UpdateAccount.self, request, asOwner: asOwner)
  }

  func apply(_ code: String) throws -> UpdateAccount.Response {
    try update { $0.oobCode = code }
  }

  /// Proves the address of an account.
  func verifyEmail(_ idToken: String?, _ email: String = email) throws {
    try send(.verifyEmail) { $0.idToken = idToken }
    _ = try apply(mailedCode(email))
  }
}
