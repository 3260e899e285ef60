import CommandKit
import Crypto
import Essentials
import IdentityToolkit
import WebAuthn

/// The file of a passkey whose private key is in it: JSON, one passkey a file.
enum PasskeyKeyFile {
  /// The member that says what the file is, and in which version.
  private static let mark = "usher_passkey"

  static func text(of credential: SoftwareCredential) -> String {
    let value: JSONValue = [
      "usher_passkey": 1, "credential_id": .string(Base64URL.encode(credential.id)),
      "rp_id": .string(credential.relyingPartyID),
      "user_handle": .string(Base64URL.encode(credential.userHandle)),
      "user_name": .string(credential.userName),
      "private_key": .string(Base64URL.encode(credential.privateKey.der)),
    ]
    return value.text + "\n"
  }

  /// Returns the passkey in the file at `path`; `-` is standard input.
  static func read(_ path: String, _ input: FileInput) throws(Diagnosis) -> SoftwareCredential {
    let text = try input.text(of: path)
    let name = path == "-" ? "standard input" : path
    guard let value = JSONValue(json: text), value[mark] == 1,
      let id = bytes(value["credential_id"]), let site = value["rp_id"]?.string,
      let handle = bytes(value["user_handle"]), let key = bytes(value["private_key"]),
      let privateKey = try? PrivateKey(p256: key)
    else {
      throw Diagnosis(
        .badPasskey, "\(name) does not contain a passkey",
        hint: Hint("make one", template: ["usher", "passkey", "enroll", "--key-file", "FILE"]),
        retry: .newInput)
    }
    return SoftwareCredential(
      id: id, relyingPartyID: site, userHandle: handle, userName: value["user_name"]?.string ?? "",
      privateKey: privateKey)
  }

  private static func bytes(_ value: JSONValue?) -> [UInt8]? {
    value?.string.flatMap { Base64URL.decode($0) }
  }
}
