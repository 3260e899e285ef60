import CCrypto

/// A comparison of secrets in a time that does not reveal where they differ.
package enum ConstantTime {
  package static func equal(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    a.count == b.count && CRYPTO_memcmp(a, b, a.count) == 0
  }

  package static func equal(_ a: String, _ b: String) -> Bool {
    equal(Array(a.utf8), Array(b.utf8))
  }
}
