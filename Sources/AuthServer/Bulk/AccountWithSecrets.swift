import Crypto
import Essentials
import IdentityToolkit

extension Account {
  /// The account with what an administrator needs to move it: its password's hash, and how that was computed.
  func recordWithHash(for call: Call) -> AccountRecord {
    var record = AccountRecord(self, tenant: call.tenant, under: call.policy)
    guard let password else { return record }
    if password.algorithm == .readable {
      record.passwordHash = String(decoding: password.hash, as: UTF8.self)
      record.salt = String(decoding: password.salt, as: UTF8.self)
    } else {
      record.passwordHash = Self.webSafe(password.hash)
      record.salt = Self.webSafe(password.salt)
      record.passwordHashParameters = password.parameters
    }
    return record
  }

  /// Base64 as Google's service writes it here: in the alphabet of tokens, but padded.
  private static func webSafe(_ bytes: [UInt8]) -> String {
    let text = Base64URL.encode(bytes)
    return text + String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
  }

  /// The same with the secret of its authenticator app: all that an upload to another server needs.
  func recordWithSecrets(for call: Call) -> AccountRecord {
    var record = recordWithHash(for: call)
    for (index, factor) in secondFactors.enumerated() {
      record.mfaInfo?[index].totpInfo = factor.totp.map {
        TOTPInfo(sharedSecretKey: Base32.encode($0.secret), verificationCodeLength: $0.digits)
      }
    }
    return record
  }
}

extension StoredPassword {
  /// How it was hashed, in the names of an upload; nil where it was not.
  fileprivate var parameters: JSONValue? {
    switch algorithm {
    case .described(let text): JSONValue(json: text)
    case .scrypt(let own):
      [
        "hashAlgorithm": .string(HashAlgorithm.standardScrypt.rawValue),
        "cpuMemCost": .integer(Int64(own.cost)),
        "blockSize": .integer(Int64(own.blockSize)), "parallelization": .integer(Int64(own.parallelism)),
        "dkLen": .integer(Int64(hash.count)),
      ]
    case .readable: nil
    }
  }
}
