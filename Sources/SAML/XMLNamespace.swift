/// The namespaces of SAML messages.
enum XMLNamespace: String {
  case assertion = "urn:oasis:names:tc:SAML:2.0:assertion"
  case metadata = "urn:oasis:names:tc:SAML:2.0:metadata"
  case `protocol` = "urn:oasis:names:tc:SAML:2.0:protocol"
  case signature = "http://www.w3.org/2000/09/xmldsig#"
  case exclusive = "http://www.w3.org/2001/10/xml-exc-c14n#"
}
