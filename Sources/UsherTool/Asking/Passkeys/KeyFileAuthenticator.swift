import AuthClient
import CommandKit
import Crypto
import Essentials
import Flows
import HTTP
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
        hint: "use another key file")
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

/// The content of a key file: a passkey with its private key, and where it is used. One passkey a file, as JSON.
struct PasskeyKeyFile {
  let credential: SoftwareCredential
  /// The endpoint's kind: `production`, `local` for every server of this machine, or the origin of another server.
  private let endpoint: String
  private let project: String
  private let tenant: String?

  init(_ credential: SoftwareCredential, for binding: Binding) {
    self.credential = credential
    endpoint = Self.kind(of: binding.endpoint)
    project = binding.project
    tenant = binding.tenant
  }

  /// Throws unless the file is for this place.
  ///
  /// Another server could pass on the challenge of the right one, and sign in with the answer.
  func refuse(unlessFor binding: Binding) throws(Diagnosis) {
    let asked = PasskeyKeyFile(credential, for: binding)
    guard endpoint == asked.endpoint, project == asked.project, tenant == asked.tenant else {
      throw Diagnosis(
        .noAuthenticator, "the key file was made for \(place), and this is \(asked.place)",
        hint: "use another key file, or name the other place with --project, --tenant or --endpoint")
    }
  }

  private var place: Text {
    switch (tenant, endpoint) {
    case (nil, "production"): "project \(project)"
    case (nil, _): "project \(project) at \(endpoint)"
    case (let tenant?, "production"): "project \(project), tenant \(tenant)"
    case (let tenant?, _): "project \(project), tenant \(tenant), at \(endpoint)"
    }
  }

  private static func kind(of endpoint: String) -> String {
    endpoint != "production" && Origin(endpoint)?.isLoopback != false ? "local" : endpoint
  }

  /// The member that says what the file is, and in which version.
  private static let mark = "usher_passkey"

  var text: String {
    var value: JSONValue = [
      "usher_passkey": 1, "endpoint": .string(endpoint), "project": .string(project),
    ]
    value["tenant"] = tenant.map { .string($0) }
    value["rp_id"] = .string(credential.relyingPartyID)
    value["user_name"] = .string(credential.userName)
    value["user_handle"] = .string(Base64URL.encode(credential.userHandle))
    value["credential_id"] = .string(Base64URL.encode(credential.id))
    value["private_key"] = .string(Base64URL.encode(credential.privateKey.der))
    return value.text + "\n"
  }

  /// Reads the file at `path`; `-` is standard input.
  static func read(_ path: String, _ input: FileInput) throws(Diagnosis) -> PasskeyKeyFile {
    let text = try input.text(of: path)
    guard let file = PasskeyKeyFile(text) else {
      throw Diagnosis(
        .badPasskey, "\(FileInput.name(of: path)) does not contain a passkey",
        hint: Hint("make one", template: ["usher", "passkey", "enroll", "--key-file", "FILE"]))
    }
    return file
  }

  private init?(_ text: String) {
    func bytes(_ value: JSONValue?) -> [UInt8]? { value?.string.flatMap { Base64URL.decode($0) } }
    guard let value = JSONValue(json: text), value[Self.mark] == 1,
      let endpoint = value["endpoint"]?.string, let project = value["project"]?.string,
      let id = bytes(value["credential_id"]), let site = value["rp_id"]?.string,
      let handle = bytes(value["user_handle"]), let key = bytes(value["private_key"]),
      let privateKey = try? PrivateKey(p256: key)
    else { return nil }
    (self.endpoint, self.project, tenant) = (endpoint, project, value["tenant"]?.string)
    credential = SoftwareCredential(
      id: id, relyingPartyID: site, userHandle: handle, userName: value["user_name"]?.string ?? "",
      privateKey: privateKey)
  }
}
