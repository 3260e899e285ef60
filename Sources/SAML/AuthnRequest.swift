import CXML
package import Essentials
import HTTP

/// The question of a service provider who a person is, with the HTTP Redirect binding.
package struct AuthnRequest: Equatable, Sendable {
  package let id: String
  /// The entity ID of the service provider.
  package let issuer: String
  /// The address to which the response is posted, or nil if the provider has to know it.
  package let consumer: String?

  package init(id: String, issuer: String, consumer: String) {
    self.id = id
    self.issuer = issuer
    self.consumer = consumer
  }

  package init(redirected text: String) throws(SAMLProblem) {
    guard XMLLibrary.isAvailable else { throw .libraryMissing }
    guard text.utf8.count <= 16384, let data = Data(base64Encoded: text.filter { !$0.isWhitespace })
    else { throw .malformed("Base64") }
    let deflated = Array(data)
    var count = -1
    let bytes = [UInt8](unsafeUninitializedCapacity: XMLDocument.largest) { buffer, used in
      if let start = buffer.baseAddress {
        count = cxml_inflate(deflated, deflated.count, start, buffer.count)
      }
      used = max(count, 0)
    }
    guard count >= 0 else { throw .malformed("DEFLATE") }
    let element = try XMLDocument(bytes).root.copied()
    guard element.isNamed("AuthnRequest", .protocol) else { throw .malformed("AuthnRequest") }
    id = element.attributes["ID"] ?? ""
    issuer = try element.needed("Issuer").content()
    consumer = element.attributes["AssertionConsumerServiceURL"]
    guard !id.isEmpty else { throw .malformed("ID") }
  }

  /// Returns the address to which a browser takes the request.
  ///
  /// - Parameters:
  ///   - page: The provider's address for this binding.
  ///   - relayState: What comes back with the response.
  package func address(at page: String, relayState: String, at now: Date) -> String {
    let text = """
      <samlp:AuthnRequest xmlns:samlp="\(XMLNamespace.protocol.rawValue)" ID="\(id.escapedForXML)" Version="2.0" \
      IssueInstant="\(now.rfc3339)" Destination="\(page.escapedForXML)" \
      AssertionConsumerServiceURL="\((consumer ?? "").escapedForXML)" \
      ProtocolBinding="\(IdpMetadata.post)"><saml:Issuer xmlns:saml="\(XMLNamespace.assertion.rawValue)">\
      \(issuer.escapedForXML)</saml:Issuer></samlp:AuthnRequest>
      """
    let query = FormEncoding.encode([
      QueryItem("SAMLRequest", Data(Self.stored(Array(text.utf8))).base64EncodedString()),
      QueryItem("RelayState", relayState),
    ])
    return page + (page.contains("?") ? "&" : "?") + query
  }

  /// Returns DEFLATE that stores the bytes as they are (RFC 1951, section 3.2.4), which needs no library.
  private static func stored(_ bytes: [UInt8]) -> [UInt8] {
    let most = 0xFFFF
    return stride(from: 0, to: bytes.count, by: most).flatMap { start -> [UInt8] in
      let block = bytes[start..<min(start + most, bytes.count)]
      let count = UInt16(block.count)
      let size = [count, ~count].flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
      return [start + most >= bytes.count ? 1 : 0] + size + block
    }
  }
}
