import Crypto
import Essentials
import IdentityToolkit

/// The hash parameters that the service shows for a project or a tenant.
///
/// Nothing is hashed with the key here, so it is made from the name and protects nothing.
struct HashConfig: Sendable {
  let value: JSONValue

  init(of name: ProjectName) {
    let key = ["1", "2"].flatMap { Digest.sha256("signer key \($0) of \(name.text)".utf8) }
    value = [
      "algorithm": "SCRYPT", "signerKey": .string(Data(key).base64EncodedString()), "saltSeparator": "Bw==",
      "rounds": 8,
      "memoryCost": 14,
    ]
  }
}
