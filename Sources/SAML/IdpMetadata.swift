/// An identity provider's description of itself.
package struct IdpMetadata: Equatable, Sendable {
  package let entityID: String
  /// The address for requests with the HTTP Redirect binding.
  package let signOn: String
  /// The certificates of its signatures, in Base64.
  package let certificates: [String]

  static let post = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST"
  private static let redirect = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect"

  package init(entityID: String, signOn: String, certificates: [String]) {
    self.entityID = entityID
    self.signOn = signOn
    self.certificates = certificates
  }

  /// Reads a metadata document, whose signature does not count: the caller knows where it comes from.
  package init(_ bytes: [UInt8]) throws(SAMLProblem) {
    let root = try XMLDocument(bytes).root.copied()
    guard root.isNamed("EntityDescriptor", .metadata), let id = root.attributes["entityID"], !id.isEmpty
    else { throw .malformed("EntityDescriptor") }
    let role = try root.needed("IDPSSODescriptor", .metadata)
    let service = role.all("SingleSignOnService", .metadata)
      .first { $0.attributes["Binding"] == Self.redirect }
    guard let signOn = service?.attributes["Location"], !signOn.isEmpty
    else { throw .malformed("SingleSignOnService for HTTP-Redirect") }
    entityID = id
    self.signOn = signOn
    let all = role.all("KeyDescriptor", .metadata).filter { $0.attributes["use"] != "encryption" }
      .flatMap { $0.all("KeyInfo", .signature) }.flatMap { $0.all("X509Data", .signature) }
      .flatMap { $0.all("X509Certificate", .signature) }.map { $0.text.filter { !$0.isWhitespace } }
    guard !all.isEmpty else { throw .malformed("X509Certificate") }
    // A provider may also have keys of other kinds.
    certificates = all.filter { (try? SAMLCertificate($0)) != nil }
    guard !certificates.isEmpty else { throw .unreadableCertificate }
    guard role.attributes["WantAuthnRequestsSigned"] != "true" else { throw .signedRequestWanted }
  }

  package var text: String {
    let keys = certificates.map { certificate in
      """
      <md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="\(XMLNamespace.signature.rawValue)"><ds:X509Data>\
      <ds:X509Certificate>\(certificate)</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>
      """
    }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <md:EntityDescriptor xmlns:md="\(XMLNamespace.metadata.rawValue)" entityID="\(entityID.escapedForXML)">\
      <md:IDPSSODescriptor WantAuthnRequestsSigned="false" protocolSupportEnumeration="\
      \(XMLNamespace.protocol.rawValue)">\(keys.joined())\
      <md:NameIDFormat>\(OwnSAMLResponse.emailAddress)</md:NameIDFormat>\
      <md:SingleSignOnService Binding="\(Self.redirect)" Location="\(signOn.escapedForXML)"/>\
      </md:IDPSSODescriptor></md:EntityDescriptor>

      """
  }
}
