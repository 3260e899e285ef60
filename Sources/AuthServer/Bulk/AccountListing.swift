import Crypto
import Essentials
import IdentityToolkit

/// A list of accounts with the data that an administrator needs to move them: password hashes and their parameters.
///
/// Without the permission for hashes, it has the same text in place of each.
struct AccountListing {
  private let call: Call
  /// Whether the secrets of authenticator apps are included.
  ///
  /// The list then has everything for an upload to another server.
  private let hasSecrets: Bool
  /// Whether only hashes are included that anybody can read, those of Firebase's emulator.
  private let isLookup: Bool
  /// The parsed hash parameters, by their stored text.
  ///
  /// Most accounts of a list have the same ones.
  private var parameters: [String: JSONValue] = [:]

  init(for call: Call, hasSecrets: Bool = false, isLookup: Bool = false) {
    self.call = call
    self.hasSecrets = hasSecrets
    self.isLookup = isLookup
  }

  /// - Parameter passkeys: The passkeys of the accounts, by the row of their account.
  func records(of accounts: [Account], passkeys: [Int64: [Passkey]]) -> [AccountRecord] {
    var listing = self
    return accounts.map { listing.record(of: $0, passkeys: passkeys[$0.id] ?? []) }
  }

  private mutating func record(of account: Account, passkeys: [Passkey]) -> AccountRecord {
    var record = AccountRecord(account, passkeys: passkeys, tenant: call.tenant, under: call.policy)
    if let password = account.password, call.permissions.contains(.readHashes),
      !isLookup || password.algorithm == .readable
    {
      describe(password, in: &record)
    }
    guard hasSecrets else { return record }
    record.adminMade = account.maker == .user ? nil : true
    for (index, factor) in account.secondFactors.enumerated() {
      record.mfaInfo?[index].totpInfo = factor.totp.map {
        TOTPInfo(sharedSecretKey: Base32.encode($0.secret), verificationCodeLength: $0.digits)
      }
    }
    if !passkeys.isEmpty { record.passkeyInfo = passkeys.map(PasskeyRecord.init(exported:)) }
    return record
  }

  private mutating func describe(_ password: StoredPassword, in record: inout AccountRecord) {
    switch password.algorithm {
    case .readable:
      record.passwordHash = String(decoding: password.hash, as: UTF8.self)
      record.salt = String(decoding: password.salt, as: UTF8.self)
      return
    case .described(let text):
      if parameters[text] == nil { parameters[text] = JSONValue(json: text) }
      record.passwordHashParameters = parameters[text]
    case .scrypt(let own):
      record.passwordHashParameters = own.described(keyLength: password.hash.count)
    }
    record.passwordHash = Self.webSafe(password.hash)
    record.salt = Self.webSafe(password.salt)
  }

  /// Encodes bytes as Google's service does here: URL-safe base64, but with padding.
  private static func webSafe(_ bytes: [UInt8]) -> String {
    let text = Base64URL.encode(bytes)
    return text + String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
  }
}

extension Scrypt.Parameters {
  /// Returns the parameters with the names that an upload uses.
  fileprivate func described(keyLength: Int) -> JSONValue {
    [
      "hashAlgorithm": .string(HashAlgorithm.standardScrypt.rawValue), "cpuMemCost": .integer(Int64(cost)),
      "blockSize": .integer(Int64(blockSize)), "parallelization": .integer(Int64(parallelism)),
      "dkLen": .integer(Int64(keyLength)),
    ]
  }
}
