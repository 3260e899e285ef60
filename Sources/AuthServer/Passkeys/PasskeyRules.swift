import Crypto
import Essentials
import IdentityToolkit
import WebAuthn

/// The rules for enrolling passkeys and for signing in with them.
struct PasskeyRules: Sendable {
  let call: Call

  static let provider = "passkey"

  /// Returns the website or app that the passkeys of the call's project or tenant belong to.
  ///
  /// A tenant without settings has those of its project.
  func relyingParty(project: Int64, in transaction: Transaction) throws -> RelyingParty {
    let settings = PasskeySettings(call: call)
    var config = try settings.stored(project: project, in: transaction)
    if config == nil, call.tenant != nil {
      config = try settings.stored(project: call.appProject(in: transaction), in: transaction)
    }
    guard config != nil || call.policy.passkeysByThemselves else { throw ServerError(.passkeyNotEnabled) }
    let id = config?.rpId ?? PasskeySettings.localID
    let origins = config?.expectedOrigins ?? []
    let isLocal = origins.isEmpty && id == PasskeySettings.localID
    return RelyingParty(
      id: id, origins: origins.isEmpty && !isLocal ? ["https://" + id] : origins, acceptsLoopback: isLocal,
      requiresUserVerification: call.policy.passkeyUserVerification == .required)
  }

  /// The length of a challenge, in bytes.
  static let challengeSize = 32

  /// Stores a new challenge.
  ///
  /// - Parameter account: The account that enrolls a passkey; nil for a sign-in.
  func insert(_ challenge: [UInt8], for account: Int64?, project: Int64, in transaction: Transaction) throws {
    try transaction.purge(
      PasskeyChallenge.self,
      madeBefore: call.period(ofLast: Policy.passkeyChallengeLifetime + Policy.expiredCodeMemory))
    try transaction.insert(
      PasskeyChallenge(project: project, account: account, createdAt: call.now), secret: challenge)
  }

  /// Consumes the challenge that an authenticator signed.
  ///
  /// Apple's SDK has the authenticator sign its base64 text.
  func consume(
    _ challenge: [UInt8], for account: Int64?, project: Int64, in transaction: Transaction
  ) throws {
    let forms = [challenge, Base64URL.decode(anyForm: String(decoding: challenge, as: UTF8.self))]
    for form in forms.compactMap(\.self) where form.count == Self.challengeSize {
      guard let found = try transaction.take(PasskeyChallenge.self, secret: form, project: project)
      else { continue }
      guard found.account == account else { break }
      return try call.refuse(
        madeAt: found.createdAt, unlessInLast: Policy.passkeyChallengeLifetime,
        ServerError(.passkeyChallengeTimeout))
    }
    throw WebAuthnFlaw.unknownChallenge
  }

  /// Returns the result of `check`, whose flaws are refused as the service refuses them.
  func checked<Value>(_ check: () throws -> Value) throws -> Value {
    do {
      return try check()
    } catch let flaw as WebAuthnFlaw {
      throw refusal(.invalidAuthenticatorResponse, flaw.description)
    }
  }

  /// Returns the error for an answer that is not verified. Tests of Firebase's emulator have no key, so it says how they
  /// pass.
  private func refusal(_ code: ServerErrorCode, _ detail: String? = nil) -> ServerError {
    let hint =
      "((To accept any answer, as Firebase's emulator does: --policy-set passkey-verification=false))"
    let words = [detail, call.dialect.hintsAtLenience ? hint : nil].compactMap(\.self)
    return ServerError(code, words.isEmpty ? nil : words.joined(separator: " "))
  }

  /// Returns the bytes of a part of an authenticator's answer.
  static func bytes(_ text: String?, _ part: String) throws(WebAuthnFlaw) -> [UInt8] {
    guard let text, let bytes = Base64URL.decode(anyForm: text), !bytes.isEmpty
    else { throw .unreadable(part) }
    return bytes
  }

  /// Returns the form of a credential's ID in which it is stored.
  ///
  /// - Throws: `invalidCredentialID` for text that is not base64, where answers are verified.
  func stored(credentialID text: String) throws(ServerError) -> String {
    if let bytes = Base64URL.decode(anyForm: text), (1...1023).contains(bytes.count) {
      return Base64URL.encode(bytes)
    }
    guard !call.policy.passkeyVerification, (1...1364).contains(text.utf8.count)
    else { throw refusal(.invalidCredentialID) }
    return text
  }

  /// Returns the handle by which authenticators know an account, which tells them nothing about it.
  static func userHandle(of account: Account) -> [UInt8] { Digest.sha256(account.localID.utf8) }

  /// Throws unless `handle` is the account's.
  ///
  /// Apple's SDK gives authenticators its base64 text.
  static func check(_ handle: [UInt8], of account: Account) throws(WebAuthnFlaw) {
    let own = userHandle(of: account)
    guard handle == own || handle == Array(own.base64.utf8) else { throw .otherUser }
  }

  /// The error for a passkey that no account has.
  var unknown: ServerError {
    ServerError(
      call.dialect.callsUnknownPasskeyUnenrolled ? .passkeyEnrollmentNotFound : .passkeyCredentialNotFound)
  }
}

extension [UInt8] {
  /// Base64 with padding, the form of bytes in the service's answers.
  var base64: String { Data(self).base64EncodedString() }
}
