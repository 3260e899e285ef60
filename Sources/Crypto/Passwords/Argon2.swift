import CCrypto

/// Argon2, RFC 9106, computed by libargon2.
///
/// That library is opened at first use.
package enum Argon2 {
  package enum Kind: Int32, Sendable {
    case d = 0
    case i = 1
    case id = 2
  }

  package struct Parameters: Sendable, Equatable {
    package var kind: Kind
    package var iterations: Int
    /// In KiB.
    package var memory: Int
    package var parallelism: Int
    /// The size of the hash in bytes.
    package var size: Int
    package var associatedData: [UInt8]
    /// Whether the hash is of version 1.0, which came before that of RFC 9106.
    package var isOld: Bool

    package init(
      _ kind: Kind, iterations: Int, memory: Int, parallelism: Int, size: Int, associatedData: [UInt8] = [],
      isOld: Bool = false
    ) {
      self.kind = kind
      self.iterations = iterations
      self.memory = memory
      self.parallelism = parallelism
      self.size = size
      self.associatedData = associatedData
      self.isOld = isOld
    }
  }

  /// Whether libargon2 is installed. Reading this opens it.
  package static var isAvailable: Bool { ccrypto_has_argon2() == 1 }

  /// Returns the hash, or nil if there is none, for example for a salt of less than eight bytes.
  package static func hash(
    password: [UInt8], salt: [UInt8], parameters: Parameters
  ) throws(CryptoError) -> [UInt8]? {
    var hash = [UInt8](repeating: 0, count: parameters.size)
    let status = parameters.associatedData.withUnsafeBufferPointer { associatedData in
      var work = ccrypto_argon2_parameters()
      work.kind = parameters.kind.rawValue
      work.version = parameters.isOld ? 0x10 : 0x13
      work.iterations = UInt32(clamping: parameters.iterations)
      work.memory_kib = UInt32(clamping: parameters.memory)
      work.lanes = UInt32(clamping: parameters.parallelism)
      work.associated_data = associatedData.baseAddress
      work.associated_data_size = associatedData.count
      return ccrypto_argon2(&work, password, password.count, salt, salt.count, &hash, hash.count)
    }
    if status == -1 { throw .missingLibrary("libargon2.so.1") }
    return status == 1 ? hash : nil
  }
}
