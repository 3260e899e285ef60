package import Crypto
package import Essentials

/// A response that this program makes, as an identity provider.
package struct OwnSAMLResponse: Sendable {
  private let issuer: String
  private let destination: String
  private let requestID: String?
  /// Where the IDs of the response and of the assertion begin to differ.
  private let id: String
  private let now: Date

  /// - Parameters:
  ///   - destination: The address to which the browser posts it.
  ///   - requestID: The ID of the request, or nil if there is none.
  ///   - id: Random letters and digits.
  package init(issuer: String, destination: String, requestID: String?, id: String, at now: Date) {
    self.issuer = issuer
    self.destination = destination
    self.requestID = requestID
    self.id = id
    self.now = now
  }

  static let emailAddress = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress"
  private static let unspecified = "urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified"
  private static let lifetime = 300.0

  /// Returns the response about a person, with a signed assertion.
  ///
  /// - Parameter certificate: The certificate of `key`, in Base64.
  package func signedIn(
    _ nameID: String, _ attributes: [SAMLAssertion.Attribute], audience: String, by key: PrivateKey,
    certificate: String
  ) throws -> String {
    let end = now.addingTimeInterval(Self.lifetime).rfc3339
    let format = nameID.contains("@") ? Self.emailAddress : Self.unspecified
    let statements = attributes.map { attribute in
      let values = attribute.values.map {
        "<saml:AttributeValue>\($0.escapedForXML)</saml:AttributeValue>"
      }
      return """
        <saml:Attribute Name="\(attribute.name.escapedForXML)" \
        NameFormat="urn:oasis:names:tc:SAML:2.0:attrname-format:basic">\(values.joined())</saml:Attribute>
        """
    }
    let statement =
      statements.isEmpty
      ? "" : "<saml:AttributeStatement>\(statements.joined())</saml:AttributeStatement>"
    let assertion = """
      <saml:Assertion xmlns:saml="\(XMLNamespace.assertion.rawValue)" ID="_a\(id)" Version="2.0" \
      IssueInstant="\(now.rfc3339)"><saml:Issuer>\(issuer.escapedForXML)</saml:Issuer><saml:Subject>\
      <saml:NameID Format="\(format)">\(nameID.escapedForXML)</saml:NameID>\
      <saml:SubjectConfirmation Method="\(SAMLCheck.bearer)"><saml:SubjectConfirmationData\(inResponseTo) \
      NotOnOrAfter="\(end)" Recipient="\(destination.escapedForXML)"/></saml:SubjectConfirmation></saml:Subject>\
      <saml:Conditions NotBefore="\(now.rfc3339)" NotOnOrAfter="\(end)"><saml:AudienceRestriction>\
      <saml:Audience>\(audience.escapedForXML)</saml:Audience></saml:AudienceRestriction></saml:Conditions>\
      <saml:AuthnStatement AuthnInstant="\(now.rfc3339)" SessionIndex="_s\(id)"><saml:AuthnContext>\
      <saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:unspecified</saml:AuthnContextClassRef>\
      </saml:AuthnContext></saml:AuthnStatement>\(statement)</saml:Assertion>
      """
    return response(
      status: #"<samlp:StatusCode Value="\#(SAMLResponse.success)"/>"#,
      try XMLSignature.sign(assertion, id: "_a" + id, by: key, certificate: certificate))
  }

  /// The response if the person gave up.
  package var cancelled: String {
    response(
      status: """
        <samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Responder"><samlp:StatusCode \
        Value="urn:oasis:names:tc:SAML:2.0:status:AuthnFailed"/></samlp:StatusCode>
        """, "")
  }

  private var inResponseTo: String { requestID.map { " InResponseTo=\"\($0.escapedForXML)\"" } ?? "" }

  private func response(status: String, _ assertion: String) -> String {
    """
    <samlp:Response xmlns:samlp="\(XMLNamespace.protocol.rawValue)" ID="_r\(id)" Version="2.0" \
    IssueInstant="\(now.rfc3339)" Destination="\(destination.escapedForXML)"\(inResponseTo)>\
    <saml:Issuer xmlns:saml="\(XMLNamespace.assertion.rawValue)">\(issuer.escapedForXML)</saml:Issuer>\
    <samlp:Status>\(status)</samlp:Status>\(assertion)</samlp:Response>
    """
  }
}
