import Crypto
import Essentials

/// The response to a request, as it came.
package struct SAMLResponse {
  private let root: XMLNode
  private let assertion: XMLNode

  /// - Parameter text: The parameter `SAMLResponse`.
  package init(_ text: String) throws(SAMLProblem) {
    guard let bytes = Self.decoded(text) else { throw .malformed("Base64") }
    root = try XMLDocument(bytes).root
    guard root.isNamed("Response", .protocol) else { throw .malformed("Response") }
    let response = try root.copied()
    let code = try response.needed("Status", .protocol).needed("StatusCode", .protocol)
    let status = code.attributes["Value"] ?? ""
    guard status == Self.success else {
      throw .status(
        String(status.split(separator: ":").last ?? "").filter { $0.isLetter },
        answering: response.attributes["InResponseTo"])
    }
    guard root.count("EncryptedAssertion", .assertion) == 0 else { throw .encrypted }
    let assertions = root.elements("Assertion", .assertion)
    // An assertion elsewhere would not be read, but nobody honest puts one there.
    let count = root.count("Assertion", .assertion)
    guard let assertion = assertions.first, count == 1 else { throw .assertionCount(count) }
    self.assertion = assertion
  }

  /// The size of the largest one in bytes, as XML.
  package static let largest = XMLDocument.largest

  static let success = "urn:oasis:names:tc:SAML:2.0:status:Success"

  /// Whether the parameter `SAMLResponse` can be a response, and is no JSON.
  package static func isXML(_ text: String) -> Bool {
    decoded(text)?.first { $0 > 0x20 } == UInt8(ascii: "<")
  }

  private static func decoded(_ text: String) -> [UInt8]? {
    guard text.utf8.count <= XMLDocument.largest * 2 else { return nil }
    // Some clients do not encode the plus signs of the Base64, which become spaces.
    let base64 = text.filter { !$0.isNewline }.replacing(" ", with: "+")
    return Data(base64Encoded: base64).map(Array.init)
  }

  /// Returns the assertion without any check, for servers that believe everybody.
  package func unchecked() throws(SAMLProblem) -> SAMLAssertion {
    try SAMLAssertion(
      XMLElement(
        canonical: assertion.canonical(without: assertion.elements("Signature", .signature).first)))
  }

  /// Whether the response itself is signed, and not only its assertion.
  var isSigned: Bool { !root.elements("Signature", .signature).isEmpty }

  /// Returns the assertion, and what the response says of the request that it answers, after it has verified the
  /// signature of the response or, if it has none, that of the assertion.
  func verified(by keys: [PublicKey]) throws(SAMLProblem) -> (response: XMLElement, assertion: XMLElement) {
    guard !isSigned else {
      let response = try XMLSignature.verified(root, by: keys)
      return (response, try response.needed("Assertion"))
    }
    return (try root.copied(), try XMLSignature.verified(assertion, by: keys))
  }
}
