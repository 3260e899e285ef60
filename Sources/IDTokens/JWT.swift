package import Crypto
package import Essentials

/// A JSON Web Token that is not verified yet.
///
/// Static functions write new ones.
package struct JWT: Sendable {
  /// The possible signature algorithms.
  ///
  /// The verifier decides which one is required, never the token.
  package enum Algorithm: String, Sendable {
    case rs256 = "RS256"
    /// Not signed, like an emulator's tokens.
    case none
  }

  /// The algorithm that the token names.
  package let algorithm: String
  /// `kid`: the ID of the key that the token names.
  package let keyID: String?
  /// The claims, as JSON.
  package let payload: Data
  private let signed: [UInt8]
  private let signature: [UInt8]

  package init(_ text: String) throws(IDTokenProblem) {
    // This works on bytes: searching for characters takes as long as checking the signature.
    let text = Array(text.utf8)
    let parts = text.split(separator: UInt8(ascii: "."), maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count == 3, let payload = Base64URL.decode(parts[1]),
      let signature = Base64URL.decode(parts[2]), let header = Base64URL.decode(parts[0]).map({ Data($0) }),
      let header = JSONValue(json: header), let algorithm = header["alg"]?.string
    else { throw .malformed }
    guard header["crit"] ?? .null == .null else { throw .criticalExtension }
    keyID = header["kid"]?.string
    guard keyID != nil || header["kid"] ?? .null == .null else { throw .malformed }
    self.algorithm = algorithm
    self.payload = Data(payload)
    self.signature = signature
    signed = Array(text[..<parts[1].endIndex])
  }
}

extension JWT {
  /// Whether the token is not signed and says so.
  package var isUnsigned: Bool { algorithm == Algorithm.none.rawValue && signature.isEmpty }

  /// Throws if the token names another algorithm than `expected`.
  func refuseOther(than expected: Algorithm) throws(IDTokenProblem) {
    guard algorithm == expected.rawValue else { throw .algorithm(algorithm) }
  }

  /// Checks that `key` signed the token with RS256.
  package func verify(with key: PublicKey) throws(IDTokenProblem) {
    try refuseOther(than: .rs256)
    guard key.isValid(signature: signature, for: signed) else { throw .signature }
  }

  /// Checks that the key that the token names, from `keys`, signed it with RS256.
  package func verify(with keys: KeySet) throws(IDTokenProblem) {
    try refuseOther(than: .rs256)
    guard let key = keys.key(named: keyID) else { throw .unknownKey }
    try verify(with: key)
  }

  /// Checks that the token is not signed.
  package func verifyUnsigned() throws(IDTokenProblem) {
    try refuseOther(than: .none)
    guard isUnsigned else { throw .signature }
  }
}

extension JWT {
  /// Returns a token with these claims, signed by `key` with RS256.
  ///
  /// This takes a fifth of a millisecond.
  ///
  /// The header has the same members as Google's, because some libraries refuse unknown ones.
  /// - Parameters:
  ///   - id: The ID of the key, if verifiers know several keys.
  ///   - namesType: Whether the header says that the token is a JWT.
  package static func signed(
    _ claims: JSONValue, by key: PrivateKey, id: String? = nil, namesType: Bool = true
  ) throws(CryptoError) -> String {
    let text = start(.rs256, keyID: id, namesType: namesType, claims)
    return text + "." + Base64URL.encode(try key.sign(text.utf8))
  }

  /// Returns a token with these claims and without a signature, as an emulator and admin SDKs write it.
  package static func unsigned(_ claims: JSONValue) -> String {
    start(.none, keyID: nil, namesType: true, claims) + "."
  }

  private static func start(
    _ algorithm: Algorithm, keyID: String?, namesType: Bool, _ claims: JSONValue
  ) -> String {
    var header: JSONValue = ["alg": .string(algorithm.rawValue)]
    header["kid"] = keyID.map { .string($0) }
    if namesType { header["typ"] = "JWT" }
    return Base64URL.encode(header.text.utf8) + "." + Base64URL.encode(claims.text.utf8)
  }
}
