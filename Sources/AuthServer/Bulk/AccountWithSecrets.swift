import Crypto
import Essentials
import IdentityToolkit

extension Account {
  /// The account with all that an upload to another server needs: its password's hash, and how that was computed,
  /// and its authenticator app's secret.
  func recordWithSecrets(for call: Call) -> AccountRecord {
    var record = AccountRecord(self, tenant: call.tenant, under: call.policy)
    if let password {
      record.passwordHash = Data(password.hash).base64EncodedString()
      record.salt = Data(password.salt).base64EncodedString()
      record.passwordHashParameters = password.parameters
    }
    for (index, factor) in secondFactors.enumerated() {
      record.mfaInfo?[index].totpInfo = factor.totp.map {
        TOTPInfo(sharedSecretKey: Base32.encode($0.secret), verificationCodeLength: $0.digits)
      }
    }
    return record
  }
}

extension StoredPassword {
  /// How it was hashed, in the names of an upload.
  fileprivate var parameters: JSONValue? {
    switch algorithm {
    case .uploaded(let text): JSONValue(json: text)
    case .scrypt(let own):
      [
        "hashAlgorithm": .string(HashAlgorithm.standardScrypt.rawValue),
        "cpuMemCost": .integer(Int64(own.cost)),
        "blockSize": .integer(Int64(own.blockSize)), "parallelization": .integer(Int64(own.parallelism)),
        "dkLen": .integer(Int64(hash.count)),
      ]
    }
  }
}
