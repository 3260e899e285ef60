import CommandKit
import Crypto
import Essentials
import Flows
import HTTP
import IdentityToolkit
import WebAuthn

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
        hint: "use another key file, or name the other place with --project, --tenant or --endpoint",
        retry: .newInput)
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
        hint: Hint("make one", template: ["usher", "passkey", "enroll", "--key-file", "FILE"]),
        retry: .newInput)
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
