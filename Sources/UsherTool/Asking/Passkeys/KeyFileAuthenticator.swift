import AuthClient
import CommandKit
import Essentials
import Flows
import IdentityToolkit
import LibC
import WebAuthn

/// The software authenticator: a passkey in a file.
///
/// The file is opened, or created, before the server is asked for anything.
struct KeyFileAuthenticator: LocalAuthenticator {
  private enum File {
    case new(NewSecretFile)
    case existing(PasskeyKeyFile)
  }

  private let path: String
  private let file: File
  private let page: PasskeyOrigin
  private let service: Service

  /// - Parameter isNew: Whether a passkey is enrolled, for which the file is created.
  init(_ path: String, isNew: Bool, _ page: PasskeyOrigin, at service: Service) throws {
    self.path = path
    self.page = page
    self.service = service
    if isNew {
      guard path != "-" else { throw UsageError.misuse("--key-file needs the name of a new file here") }
      file = .new(try Self.create(path))
    } else {
      let read = try PasskeyKeyFile.read(path, service.world.standardInput)
      try read.refuse(unlessFor: service.place.binding())
      file = .existing(read)
    }
  }

  var defaultName: String { String(path.split(separator: "/").last ?? "key file") }

  /// The file is complete before the server knows the passkey, so no enrolled passkey is without its key.
  func register<Value>(
    _ request: PasskeyRegistrationRequest, _ use: (PasskeyRegistration) throws -> Value
  ) throws -> Value {
    guard case .new(let file) = file else {
      throw UsageError.misuse("--key-file needs the name of a new file here")
    }
    let (credential, origin): (SoftwareCredential, String)
    do {
      let site: String
      (site, origin) = try page.resolved(request.relyingPartyID)
      credential = try SoftwareCredential(
        relyingPartyID: site, userHandle: request.userID, userName: request.userName,
        random: service.world.random)
      let content = PasskeyKeyFile(credential, for: try service.place.binding())
      try file.finish(with: content.text.utf8)
    } catch {
      file.abandon()
      throw error
    }
    do {
      let clientData = ClientData(.create, challenge: request.challenge, origin: origin)
      return try use(
        PasskeyRegistration(
          credentialID: credential.id, clientDataJSON: clientData.json,
          attestationObject: credential.attestationObject()))
    } catch {
      if Self.isRefusal(error) {
        file.abandon()
        throw error
      }
      var diagnosis = Diagnosis(error, now: service.world.now())
      diagnosis.maySpeakTLS = false
      diagnosis.hint = Hint("see whether the passkey is enrolled", ["usher", "passkey", "list"]).because(
        "its key stays in \(path)")
      throw diagnosis
    }
  }

  func assert<Value>(
    _ request: PasskeyAssertionRequest, _ use: (PasskeyAssertion) throws -> Value
  ) throws -> Value {
    guard case .existing(let file) = file else {
      throw UsageError.misuse("--key-file needs an existing file here")
    }
    let (credential, allowed) = (file.credential, request.allowedCredentialIDs)
    let (site, origin) = try page.resolved(request.relyingPartyID)
    guard site == credential.relyingPartyID else {
      throw Diagnosis(
        .noAuthenticator,
        "the passkey in the key file is for \(credential.relyingPartyID), and the project's passkeys are for \(site)",
        hint: "use another key file", retry: .newInput)
    }
    guard allowed.isEmpty || allowed.contains(credential.id) else {
      throw Diagnosis(
        AuthErrorCode.userMismatch.name, .rejected,
        "the passkey in the key file is not one of the account's",
        hint: Hint("see the account's passkeys", ["usher", "passkey", "list"]), retry: .newInput)
    }
    let clientData = ClientData(.get, challenge: request.challenge, origin: origin)
    let (data, signature) = try credential.assertion(for: clientData)
    return try use(
      PasskeyAssertion(
        credentialID: credential.id, clientDataJSON: clientData.json, authenticatorData: data,
        signature: signature, userHandle: credential.userHandle))
  }

  func abandon() {
    if case .new(let file) = file { file.abandon() }
  }

  private static func create(_ path: String) throws -> NewSecretFile {
    guard !path.isEmpty else { throw Diagnosis(.noFileName, "the file's name is empty", retry: .newInput) }
    do {
      return try NewSecretFile(creating: path)
    } catch {
      // Whoever removes a key file removes a way to sign in.
      var diagnosis = error
      if faccessat(AT_FDCWD, path, F_OK, AT_SYMLINK_NOFOLLOW) == 0 { diagnosis.hint = "choose another name" }
      throw diagnosis
    }
  }

  /// Whether the server cannot have enrolled the passkey.
  private static func isRefusal(_ error: any Error) -> Bool {
    guard let failure = error as? AuthFailure else { return false }
    if let refusal = failure.refusal { return (400..<500).contains(refusal.httpStatus) }
    return failure.precedesRequest || [.noCurrentUser, .userMismatch].contains(failure)
  }
}
