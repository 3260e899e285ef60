import Crypto
import Essentials

/// Signatures in the one form that SAML needs: enveloped, Exclusive XML Canonicalization, RSA and SHA-256.
///
/// The signature's own statements choose nothing. They can only agree with this form.
enum XMLSignature {
  private static let canonicalization = XMLNamespace.exclusive.rawValue
  private static let enveloped = "http://www.w3.org/2000/09/xmldsig#enveloped-signature"
  private static let method = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"
  private static let digest = "http://www.w3.org/2001/04/xmlenc#sha256"

  /// Returns what the signature of `node` covers: `node` without its signature and without comments.
  ///
  /// Callers must read this, and nothing else of the document. Then it does not matter what else a forger has wrapped
  /// around it or put beside it.
  ///
  /// - Parameter keys: The provider's keys. A key in the signature does not count.
  static func verified(
    _ node: XMLNode, by keys: [PublicKey]
  ) throws(SAMLProblem) -> XMLElement {
    let signatures = node.elements("Signature", .signature)
    guard let signature = signatures.first else { throw .unsigned }
    let parts = signature.elements
    guard signatures.count == 1, (2...3).contains(parts.count), parts[0].isNamed("SignedInfo", .signature),
      parts[1].isNamed("SignatureValue", .signature),
      parts.count == 2 || parts[2].isNamed("KeyInfo", .signature)
    else { throw .forbiddenSignature("form") }
    guard let id = try node.copied().attributes["ID"], !id.isEmpty else {
      throw .forbiddenSignature("reference")
    }
    // Nobody has verified this yet, but it says how much work the verification is.
    let claimed = try Statement(parts[0].copied(), of: id)
    let signed = try parts[0].canonical(prefixes: claimed.prefixes)
    let value = try bytes(parts[1].copied().text)
    guard keys.contains(where: { $0.isValid(signature: value, for: signed) }) else { throw .wrongSignature }

    let statement = try Statement(XMLElement(canonical: signed), of: id)
    let content = try node.canonical(without: signature, prefixes: statement.contentPrefixes)
    guard ConstantTime.equal(Digest.sha256(content), try bytes(statement.digest)) else {
      throw .wrongSignature
    }
    return try XMLElement(canonical: content)
  }

  /// Returns `text`, an element with this ID, with a signature after its issuer.
  ///
  /// - Parameter certificate: The certificate of `key`, in Base64.
  static func sign(
    _ text: String, id: String, by key: PrivateKey, certificate: String
  ) throws -> String {
    let content = Digest.sha256(try XMLDocument(Array(text.utf8)).root.canonical())
    let info = """
      <ds:SignedInfo xmlns:ds="\(XMLNamespace.signature.rawValue)">\
      <ds:CanonicalizationMethod Algorithm="\(canonicalization)"/><ds:SignatureMethod Algorithm="\(method)"/>\
      <ds:Reference URI="#\(id)"><ds:Transforms><ds:Transform Algorithm="\(enveloped)"/>\
      <ds:Transform Algorithm="\(canonicalization)"/></ds:Transforms><ds:DigestMethod Algorithm="\(digest)"/>\
      <ds:DigestValue>\(Data(content).base64EncodedString())</ds:DigestValue></ds:Reference></ds:SignedInfo>
      """
    let value = try key.sign(XMLDocument(Array(info.utf8)).root.canonical())
    let signature = """
      <ds:Signature xmlns:ds="\(XMLNamespace.signature.rawValue)">\(info)\
      <ds:SignatureValue>\(Data(value).base64EncodedString())</ds:SignatureValue>\
      <ds:KeyInfo><ds:X509Data><ds:X509Certificate>\(certificate)</ds:X509Certificate></ds:X509Data></ds:KeyInfo>\
      </ds:Signature>
      """
    let issuer = "</saml:Issuer>"
    guard let end = text.firstRange(of: issuer)?.upperBound else { throw SAMLProblem.malformed("Issuer") }
    return text[..<end] + signature + text[end...]
  }

  /// What a `SignedInfo` says, which agrees with the form.
  private struct Statement {
    /// The namespaces that its canonicalization writes in any case.
    let prefixes: [String]
    /// The same for what it covers.
    let contentPrefixes: [String]
    /// The hash of what it covers, in Base64.
    let digest: String

    /// - Parameter id: The ID of what it must cover.
    init(_ info: XMLElement, of id: String) throws(SAMLProblem) {
      let method = try info.needed("CanonicalizationMethod", .signature)
      try Self.refuse("canonicalization", method, unless: canonicalization)
      try Self.refuse("method", info.needed("SignatureMethod", .signature), unless: XMLSignature.method)
      let reference = try info.needed("Reference", .signature)
      guard reference.attributes["URI"]?.hasBytes(of: "#" + id) == true else {
        throw .forbiddenSignature("reference")
      }
      let transforms = try reference.needed("Transforms", .signature).elements
      guard transforms.count == 2 else { throw .forbiddenSignature("transform") }
      try Self.refuse("transform", transforms[0], unless: enveloped)
      try Self.refuse("transform", transforms[1], unless: canonicalization)
      try Self.refuse(
        "digest", reference.needed("DigestMethod", .signature), unless: XMLSignature.digest)
      prefixes = try Self.prefixes(in: method)
      contentPrefixes = try Self.prefixes(in: transforms[1])
      digest = try reference.needed("DigestValue", .signature).text
    }

    private static func refuse(
      _ what: String, _ element: XMLElement, unless algorithm: String
    ) throws(SAMLProblem) {
      guard element.attributes["Algorithm"]?.hasBytes(of: algorithm) == true else {
        throw .forbiddenSignature(what)
      }
    }

    /// Each one costs time for every element. Real lists have two or three.
    private static func prefixes(in method: XMLElement) throws(SAMLProblem) -> [String] {
      var prefixes: [String] = []
      for list in method.all("InclusiveNamespaces", .exclusive) {
        for prefix in (list.attributes["PrefixList"] ?? "").split(whereSeparator: \.isWhitespace)
        where !prefixes.contains(where: { $0.hasBytes(of: String(prefix)) }) {
          guard prefixes.count < 16, prefix.utf8.count <= 64 else {
            throw .forbiddenSignature("list of namespaces")
          }
          prefixes.append(String(prefix))
        }
      }
      return prefixes
    }
  }

  private static func bytes(_ base64: String) throws(SAMLProblem) -> [UInt8] {
    guard let data = Data(base64Encoded: base64.filter { !$0.isWhitespace }) else { throw .wrongSignature }
    return Array(data)
  }
}
