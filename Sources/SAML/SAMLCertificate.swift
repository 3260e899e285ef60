import Crypto
import Essentials

/// A provider's certificate, of which only the key counts.
package struct SAMLCertificate: Sendable {
  let key: PublicKey
  /// The SHA-256 hash of the certificate, in the form of `openssl x509 -fingerprint`.
  package let fingerprint: String

  /// - Parameter text: PEM, or Base64 alone.
  package init(_ text: String) throws(SAMLProblem) {
    let base64 = text.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("-----") }.joined()
    guard let der = Data(base64Encoded: base64.filter { !$0.isWhitespace }),
      let key = try? PublicKey(certificatePEM: Self.pem(der))
    else { throw .unreadableCertificate }
    self.key = key
    fingerprint = Digest.sha256(Array(der)).map { Hex.encode([$0]).asciiUppercased() }.joined(separator: ":")
  }

  private static func pem(_ der: Data) -> String {
    let lines = der.base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
    return "-----BEGIN CERTIFICATE-----\n\(lines)\n-----END CERTIFICATE-----\n"
  }
}
