package import Crypto
package import Essentials
package import IdentityToolkit

/// A token in three parts, not trusted yet; and how one is written.
package struct JWT: Sendable {
  /// How tokens may be signed. Which of them it has to be is the verifier's choice, never the token's.
  package enum Algorithm: String, Sendable {
    case rs256 = "RS256"
    /// Not at all, as an emulator's are.
    case none
  }

  /// How it says it is signed.
  package let algorithm: String
  /// `kid`, the key it says it is signed with.
  package let keyID: String?
  /// What it claims, JSON.
  package let payload: Data
  private let signed: [UInt8]
  private let signature: [UInt8]

  package init(_ text: String) throws(IDTokenProblem) {
    // By bytes: looking for characters takes as long as the signature.
    let text = Array(text.utf8)
    let parts = text.split(separator: UInt8(ascii: "."), maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count == 3, let payload = Base64URL.decode(parts[1]),
      let signature = Base64URL.decode(parts[2]), let header = Base64URL.decode(parts[0]),
      let header = try? JSONReader.plain.read(Header.self, from: Data(header))
    else { throw .malformed }
    guard header.crit == nil else { throw .criticalExtension }
    algorithm = header.alg
    keyID = header.kid
    self.payload = Data(payload)
    self.signature = signature
    signed = Array(text[..<parts[1].endIndex])
  }

  private struct Header: Decodable {
    var alg: String
    var kid: String?
    var crit: [String]?
  }
}

extension JWT {
  /// Whether it neither is signed nor says so.
  package var isUnsigned: Bool { algorithm == Algorithm.none.rawValue && signature.isEmpty }

  /// Refuses a token that says it is signed in another way than `expected`.
  func refuseOther(than expected: Algorithm) throws(IDTokenProblem) {
    guard algorithm == expected.rawValue else { throw .algorithm(algorithm) }
  }

  /// Checks that `key` signed it, with RS256.
  package func verify(with key: PublicKey) throws(IDTokenProblem) {
    try refuseOther(than: .rs256)
    guard key.isValid(signature: signature, for: signed) else { throw .signature }
  }

  /// Checks that it is signed with RS256 by the key of `keys` that it names.
  package func verify(with keys: KeySet) throws(IDTokenProblem) {
    try refuseOther(than: .rs256)
    guard let key = keys.key(named: keyID) else { throw .unknownKey }
    try verify(with: key)
  }

  /// Checks that it is not signed.
  package func verifyUnsigned() throws(IDTokenProblem) {
    try refuseOther(than: .none)
    guard isUnsigned else { throw .signature }
  }
}

extension JWT {
  /// The text of a token with these claims that `key` signs, with RS256. Slow, a fifth of a millisecond.
  ///
  /// The header has what Google's has, as some libraries refuse what they do not know.
  /// - Parameters:
  ///   - id: the key's, where who verifies it knows several.
  ///   - namesType: Whether the header says that it is a JWT.
  package static func signed(
    _ claims: JSONValue, by key: PrivateKey, id: String? = nil, namesType: Bool = true
  ) throws(CryptoError) -> String {
    let text = start(.rs256, keyID: id, namesType: namesType, claims)
    return text + "." + Base64URL.encode(try key.sign(text.utf8))
  }

  /// The text of a token with these claims that nobody signs, as an emulator and admin SDKs write it.
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
