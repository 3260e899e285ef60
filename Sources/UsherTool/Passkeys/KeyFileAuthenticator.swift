import AuthClient
import CommandKit
import Essentials
import LibC
import WebAuthn

/// The software authenticator: a passkey in a file.
struct KeyFileAuthenticator: LocalAuthenticator {
  let path: String
  let page: PasskeyOrigin
  let service: Service

  var defaultName: String {
    String(path.split(separator: "/").last ?? "key file")
  }

  /// The file is written before the server knows the passkey, so that no enrolled passkey is without its key.
  func register<Value>(
    _ request: PasskeyRegistrationRequest, _ use: (PasskeyRegistration) throws -> Value
  ) throws -> Value {
    guard path != "-" else { throw UsageError.misuse("--key-file needs the name of a new file here") }
    guard request.algorithms.contains(-7) else {
      throw Diagnosis(.noAuthenticator, "the server does not accept the keys of a key file (ES256)")
    }
    let (site, origin) = try page.resolved(request.relyingPartyID)
    let file = try NewSecretFile(creating: path)
    let credential: SoftwareCredential
    do {
      credential = try SoftwareCredential(
        relyingPartyID: site, userHandle: request.userID, userName: request.userName,
        random: service.world.random)
    } catch {
      file.abandon()
      throw error
    }
    try file.finish(with: PasskeyKeyFile.text(of: credential).utf8)
    do {
      let clientData = ClientData(.create, challenge: request.challenge, origin: origin)
      return try use(
        PasskeyRegistration(
          credentialID: credential.id, clientDataJSON: clientData.json,
          attestationObject: credential.attestationObject()))
    } catch {
      unlink(path)
      throw error
    }
  }

  func assert<Value>(
    _ request: PasskeyAssertionRequest, _ use: (PasskeyAssertion) throws -> Value
  ) throws -> Value {
    let credential = try PasskeyKeyFile.read(path, service.world.standardInput)
    let (site, origin) = try page.resolved(request.relyingPartyID)
    guard site == credential.relyingPartyID else {
      throw Diagnosis(
        .noAuthenticator,
        "the passkey in the key file is for \(credential.relyingPartyID), and the project's passkeys are for \(site)",
        hint: "use the key file of this project", retry: .newInput)
    }
    let allowed = request.allowedCredentialIDs
    guard allowed.isEmpty || allowed.contains(credential.id) else {
      throw Diagnosis(
        .noAuthenticator, "the server does not ask for the passkey in the key file", retry: .newInput)
    }
    let clientData = ClientData(.get, challenge: request.challenge, origin: origin)
    let (data, signature) = try credential.assertion(for: clientData)
    return try use(
      PasskeyAssertion(
        credentialID: credential.id, clientDataJSON: clientData.json, authenticatorData: data,
        signature: signature, userHandle: credential.userHandle))
  }
}
