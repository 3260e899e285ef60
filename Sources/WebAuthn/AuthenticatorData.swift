import Crypto

package struct AuthenticatorData: Sendable {
  package struct Flags: OptionSet, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    package static let userPresent = Flags(rawValue: 1 << 0)
    package static let userVerified = Flags(rawValue: 1 << 2)
    package static let backupEligible = Flags(rawValue: 1 << 3)
    package static let backedUp = Flags(rawValue: 1 << 4)
    package static let hasCredential = Flags(rawValue: 1 << 6)
    package static let hasExtensions = Flags(rawValue: 1 << 7)
  }

  /// The credential of an enrollment.
  package struct Credential: Sendable {
    package var aaguid: [UInt8]
    package var id: [UInt8]
    package var key: COSEKey

    package init(aaguid: [UInt8] = [UInt8](repeating: 0, count: 16), id: [UInt8], key: COSEKey) {
      self.aaguid = aaguid
      self.id = id
      self.key = key
    }
  }

  package var relyingPartyHash: [UInt8]
  package var flags: Flags
  package var counter: UInt32
  package var credential: Credential?

  /// Creates the data for the relying party called `relyingPartyID`, without extensions.
  package init(relyingPartyID: String, flags: Flags, counter: UInt32 = 0, credential: Credential? = nil) {
    relyingPartyHash = Digest.sha256(relyingPartyID.utf8)
    self.flags = flags
    self.counter = counter
    self.credential = credential
  }

  /// Reads an authenticator's data, in all of `bytes`.
  package init(_ bytes: [UInt8]) throws(WebAuthnFlaw) {
    let unreadable = WebAuthnFlaw.unreadable("authenticator data")
    guard bytes.count >= 37 else { throw unreadable }
    relyingPartyHash = Array(bytes[..<32])
    flags = Flags(rawValue: bytes[32])
    counter = bytes[33..<37].reduce(0) { $0 << 8 | UInt32($1) }
    var rest = bytes[37...]
    if flags.contains(.hasCredential) { credential = try Self.credential(from: &rest) }
    if flags.contains(.hasExtensions) {
      guard let extensions = CBOR(from: &rest), extensions.isMap else { throw unreadable }
    }
    guard rest.isEmpty else { throw unreadable }
  }

  /// The form that is signed.
  package var encoded: [UInt8] {
    let counter = withUnsafeBytes(of: counter.bigEndian) { Array($0) }
    var bytes = relyingPartyHash + [flags.rawValue] + counter
    if let credential {
      let count = credential.id.count
      bytes += credential.aaguid + [UInt8(count >> 8), UInt8(count & 0xFF)] + credential.id
      bytes += credential.key.encoded
    }
    return bytes
  }

  private static func credential(from rest: inout ArraySlice<UInt8>) throws(WebAuthnFlaw) -> Credential {
    guard rest.count >= 18 else { throw .unreadable("authenticator data") }
    let aaguid = Array(rest.prefix(16))
    let size = rest.dropFirst(16).prefix(2).reduce(0) { $0 << 8 | Int($1) }
    rest = rest.dropFirst(18)
    guard (1...1023).contains(size) else { throw .badCredentialID }
    guard rest.count > size else { throw .unreadable("authenticator data") }
    let id = Array(rest.prefix(size))
    rest = rest.dropFirst(size)
    let start = rest
    guard CBOR(from: &rest) != nil else { throw .unreadable("public key") }
    return Credential(aaguid: aaguid, id: id, key: try COSEKey(Array(start[..<rest.startIndex])))
  }
}
