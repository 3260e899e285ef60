package import Essentials
import HTTP

/// The RPC `accounts:batchCreate`, which stores accounts from another system, with their password hashes.
package enum BatchCreateAccounts: RPC {
  package static let route = RPCRoute(
    .identityToolkit, .post, "v1/projects/{project}/accounts:batchCreate", legacyName: "uploadAccount")

  package struct Request: TenantBound, Codable, Equatable, Sendable {
    /// Present if an answer of `accounts:batchGet` is uploaded unchanged.
    package var kind: String?
    package var users: [AccountRecord]?
    /// Whether to replace accounts with the same uids. Google's service always does, and Firebase's emulator asks.
    package var allowOverwrite: Bool?
    /// Whether to check addresses and identities before any account is stored.
    package var sanityCheck: Bool?
    package var tenantId: String?
    package var targetProjectId: String?
    // The algorithm of the hashes. Each algorithm needs some of these parameters.
    package var hashAlgorithm: HashAlgorithm?
    /// Base64, like all members that contain bytes.
    package var signerKey: String?
    package var saltSeparator: String?
    package var rounds: Int?
    package var memoryCost: Int?
    package var cpuMemCost: Int?
    package var blockSize: Int?
    package var parallelization: Int?
    package var dkLen: Int?
    package var passwordHashOrder: String?
    package var argon2Parameters: JSONValue?

    package init(users: [AccountRecord]?) {
      self.users = users
    }
  }

  package struct Response: Codable, Equatable, Sendable {
    package var kind: String?
    /// The accounts that were not stored, with the reasons.
    package var error: [Item]?

    package init(error: [Item]?) {
      kind = "identitytoolkit#UploadAccountResponse"
      self.error = error
    }
  }

  package struct Item: Codable, Equatable, Sendable {
    /// The index of the account in the request.
    package var index: Int?
    /// A text for people.
    package var message: String?

    package init(index: Int?, message: String?) {
      self.index = index
      self.message = message
    }
  }
}

/// The algorithm of a password hash from another system.
package struct HashAlgorithm: RawRepresentable, Codable, Hashable, Sendable {
  package var rawValue: String

  package init(rawValue: String) {
    self.rawValue = rawValue
  }

  package static func == (left: Self, right: Self) -> Bool { left.rawValue.hasBytes(of: right.rawValue) }

  /// Firebase's own algorithm, which extends scrypt.
  package static let scrypt = HashAlgorithm(rawValue: "SCRYPT")
  package static let standardScrypt = HashAlgorithm(rawValue: "STANDARD_SCRYPT")
  package static let hmacSHA512 = HashAlgorithm(rawValue: "HMAC_SHA512")
  package static let hmacSHA256 = HashAlgorithm(rawValue: "HMAC_SHA256")
  package static let hmacSHA1 = HashAlgorithm(rawValue: "HMAC_SHA1")
  package static let hmacMD5 = HashAlgorithm(rawValue: "HMAC_MD5")
  package static let sha512 = HashAlgorithm(rawValue: "SHA512")
  package static let sha256 = HashAlgorithm(rawValue: "SHA256")
  package static let sha1 = HashAlgorithm(rawValue: "SHA1")
  package static let md5 = HashAlgorithm(rawValue: "MD5")
  package static let pbkdfSHA1 = HashAlgorithm(rawValue: "PBKDF_SHA1")
  package static let pbkdf2SHA256 = HashAlgorithm(rawValue: "PBKDF2_SHA256")
  package static let bcrypt = HashAlgorithm(rawValue: "BCRYPT")
  package static let argon2 = HashAlgorithm(rawValue: "ARGON2")
}

extension [String] {
  /// The indices of the elements with the same bytes as an earlier one.
  package var repeatedIndices: [Int] {
    var seen: Set<[UInt8]> = []
    return indices.filter { !seen.insert([UInt8](self[$0].utf8)).inserted }
  }

  /// The first element with the same bytes as an earlier one.
  package var firstRepeated: String? { repeatedIndices.first.map { self[$0] } }
}
