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
    let prefixes = prefixes(in: try parts[0].copied().all("CanonicalizationMethod", .signature).first)
    let signed = try parts[0].canonical(prefixes: prefixes)
    let value = try bytes(parts[1].copied().text)
    guard keys.contains(where: { $0.isValid(signature: value, for: signed) }) else { throw .wrongSignature }

    let info = try XMLElement(canonical: signed)
    try refuse(
      "canonicalization", info.needed("CanonicalizationMethod", .signature), unless: canonicalization)
    try refuse("method", info.needed("SignatureMethod", .signature), unless: method)
    let reference = try info.needed("Reference", .signature)
    guard let id = try node.copied().attributes["ID"], !id.isEmpty,
      reference.attributes["URI"]?.hasBytes(of: "#" + id) == true
    else { throw .forbiddenSignature("reference") }
    let transforms = try reference.needed("Transforms", .signature).elements
    guard transforms.count == 2 else { throw .forbiddenSignature("transform") }
    try refuse("transform", transforms[0], unless: enveloped)
    try refuse("transform", transforms[1], unless: canonicalization)
    try refuse("digest", reference.needed("DigestMethod", .signature), unless: digest)
    let content = try node.canonical(without: signature, prefixes: self.prefixes(in: transforms[1]))
    let wanted = try bytes(reference.needed("DigestValue", .signature).text)
    guard ConstantTime.equal(Digest.sha256(content), wanted) else { throw .wrongSignature }
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

  private static func refuse(
    _ what: String, _ element: XMLElement, unless algorithm: String
  ) throws(SAMLProblem) {
    guard element.attributes["Algorithm"]?.hasBytes(of: algorithm) == true else {
      throw .forbiddenSignature(what)
    }
  }

  /// Returns the namespaces that a canonicalization writes in any case.
  private static func prefixes(in method: XMLElement?) -> [String] {
    (method?.all("InclusiveNamespaces", .exclusive) ?? [])
      .flatMap { $0.attributes["PrefixList"]?.split(whereSeparator: \.isWhitespace).map(String.init) ?? [] }
  }

  private static func bytes(_ base64: String) throws(SAMLProblem) -> [UInt8] {
    guard let data = Data(base64Encoded: base64.filter { !$0.isWhitespace }) else { throw .wrongSignature }
    return Array(data)
  }
}
