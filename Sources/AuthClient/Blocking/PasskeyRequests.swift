import Essentials
package import IdentityToolkit

// These read the service's options for authenticators.

extension PasskeyRegistrationRequest {
  /// - Parameter name: The account's name in the authenticator's list; by default the service's.
  package init(_ options: CredentialCreationOptions?, name: String?) throws(AuthFailure) {
    guard let options, let challenge = options.challenge.flatMap({ Base64URL.decode(anyForm: $0) }),
      let userID = options.user?.id.flatMap({ Base64URL.decode(anyForm: $0) }),
      (1...64).contains(userID.count),
      (16...1024).contains(challenge.count)
    else { throw .noPasskeyOptions }
    let userName = name ?? options.user?.name ?? ""
    self.init(
      relyingPartyID: options.rp?.id, relyingPartyName: options.rp?.name, userID: userID, userName: userName,
      userDisplayName: name ?? options.user?.displayName ?? userName, challenge: challenge,
      algorithms: (options.pubKeyCredParams ?? []).compactMap(\.alg),
      excludedCredentialIDs: (options.excludeCredentials ?? []).ids,
      userVerification: PasskeyUserVerification(options.authenticatorSelection?.userVerification),
      timeout: .init(milliseconds: options.timeout))
  }
}

extension PasskeyAssertionRequest {
  /// The same request for these passkeys alone, if it is for any.
  package func narrowed(to ids: [[UInt8]]) -> PasskeyAssertionRequest {
    guard allowedCredentialIDs.isEmpty else { return self }
    return PasskeyAssertionRequest(
      relyingPartyID: relyingPartyID, challenge: challenge, allowedCredentialIDs: ids,
      userVerification: userVerification, timeout: timeout)
  }

  package init(_ options: CredentialRequestOptions?) throws(AuthFailure) {
    guard let options, let challenge = options.challenge.flatMap({ Base64URL.decode(anyForm: $0) }),
      (16...1024).contains(challenge.count)
    else { throw .noPasskeyOptions }
    self.init(
      relyingPartyID: options.rpId, challenge: challenge,
      allowedCredentialIDs: (options.allowCredentials ?? []).ids,
      userVerification: PasskeyUserVerification(options.userVerification),
      timeout: .init(milliseconds: options.timeout))
  }
}

extension AuthFailure {
  fileprivate static let noPasskeyOptions = AuthFailure.malformedAnswer(
    status: 200, reason: "no options for a passkey")
}

extension PasskeyUserVerification {
  /// Reads WebAuthn's word. A missing or an unknown one stands for its default.
  fileprivate init(_ word: String?) {
    self = word.flatMap(Self.init(rawValue:)) ?? .preferred
  }
}

extension Duration {
  /// Without a time, it is that of WebAuthn's recommendation.
  fileprivate init(milliseconds: Int?) {
    self = .milliseconds(min(max(milliseconds ?? 300_000, 1000), 86_400_000))
  }
}

extension [CredentialDescriptor] {
  fileprivate var ids: [[UInt8]] { compactMap { $0.id.flatMap { Base64URL.decode(anyForm: $0) } } }
}
