import AuthServer
import Crypto
import Essentials
import HTTP
import IdentityToolkit
import TestSupport
import WebAuthn

extension ServerHarness {
  static let pageOrigin = "http://localhost:5000"

  func startPasskey(_ idToken: String?) throws -> CredentialCreationOptions {
    let response = try call(StartPasskeyEnrollment.self, .init(idToken: idToken))
    guard let options = response.credentialCreationOptions
    else { throw ServerError(.internalError, "no options") }
    return options
  }

  func startPasskeySignIn(tenant: String? = nil) throws -> CredentialRequestOptions {
    var request = StartPasskeySignIn.Request()
    request.tenantId = tenant
    guard let options = try call(StartPasskeySignIn.self, request).credentialRequestOptions
    else { throw ServerError(.internalError, "no options") }
    return options
  }

  /// Enrolls a software passkey; what signs in with it.
  @discardableResult
  func enrollPasskey(_ idToken: String?, name: String? = "laptop") throws -> SoftwareCredential {
    let options = try startPasskey(idToken)
    let credential = try SoftwareCredential(for: options)
    _ = try call(
      FinalizePasskeyEnrollment.self,
      .init(
        idToken: idToken, authenticatorRegistrationResponse: credential.registration(for: options),
        name: name))
    return credential
  }

  func signIn(with passkey: SoftwareCredential) throws -> PasskeyTokens {
    try finishPasskeySignIn(passkey.assertion(for: startPasskeySignIn()))
  }

  func finishPasskeySignIn(
    _ answer: AuthenticatorAnswer, tenant: String? = nil
  ) throws -> PasskeyTokens {
    var request = FinalizePasskeySignIn.Request(authenticatorAuthenticationResponse: answer)
    request.tenantId = tenant
    return try call(FinalizePasskeySignIn.self, request)
  }
}

extension SoftwareCredential {
  init(for options: CredentialCreationOptions) throws {
    try self.init(
      relyingPartyID: options.rp?.id ?? "",
      userHandle: Base64URL.decode(anyForm: options.user?.id ?? "") ?? [],
      userName: options.user?.name ?? "", random: SecureRandom.bytes)
  }

  func registration(
    for options: CredentialCreationOptions, origin: String = ServerHarness.pageOrigin
  ) -> AuthenticatorAnswer {
    let challenge = Base64URL.decode(anyForm: options.challenge ?? "") ?? []
    var answer = AuthenticatorResponse(
      clientDataJSON: Base64URL.encode(ClientData(.create, challenge: challenge, origin: origin).json))
    answer.attestationObject = Base64URL.encode(attestationObject())
    return .init(id: Base64URL.encode(id), response: answer)
  }

  func assertion(
    for options: CredentialRequestOptions, origin: String = ServerHarness.pageOrigin
  ) throws -> AuthenticatorAnswer {
    let challenge = Base64URL.decode(anyForm: options.challenge ?? "") ?? []
    return try assertion(signing: challenge, origin: origin)
  }

  func assertion(
    signing challenge: [UInt8], origin: String = ServerHarness.pageOrigin
  ) throws -> AuthenticatorAnswer {
    let clientData = ClientData(.get, challenge: challenge, origin: origin)
    let (data, signature) = try assertion(for: clientData)
    var answer = AuthenticatorResponse(clientDataJSON: Base64URL.encode(clientData.json))
    answer.authenticatorData = Base64URL.encode(data)
    answer.signature = Base64URL.encode(signature)
    answer.userHandle = Base64URL.encode(userHandle)
    return .init(id: Base64URL.encode(id), response: answer)
  }
}
