import Essentials
import HTTP
import Testing

@testable import SAML

/// The messages besides responses: requests and metadata.
@Suite struct SAMLMessageTests {
  private static let page = "https://idp.example/sso"

  @Test func aRequestIsReadAsItWasWritten() throws {
    let request = AuthnRequest(id: "_q\"1", issuer: "app & <co>", consumer: "https://app.example/acs?a=1&b=2")
    for page in [Self.page, Self.page + "?tid=a"] {
      let address = request.address(at: page, relayState: "s+1", at: SAMLFixture.now)
      #expect(address.hasPrefix(page.contains("?") ? page + "&" : page + "?"))
      let query = try #require(FormEncoding.decode(String(address.drop { $0 != "?" }.dropFirst())))
      #expect(query.last == QueryItem("RelayState", "s+1"))
      let text = try #require(query.first { $0.name == "SAMLRequest" }).value
      #expect(try AuthnRequest(redirected: text) == request)
    }
  }

  /// It was made with Python's zlib.
  @Test func aCompressedRequestIsRead() throws {
    let text = """
      fY/NCsIwEIRfpewDNOpxaQJFL0K9tOhVQlhoIX/NJtLHtypCvXj8GJj5pmHtbMS25NH3NBfiXC3OesZ3IKEkj0HzxOi1I8ZscGgvHR7qHcYU\
      cjDBQnU+SbjPe6hulHgKXsKaQ9UyU8orH4Pn4igNlB6ToWvfSRhzjoxC6BhrWrSLloQ2DKp5TeOZuVDayPx30d8pUGthIzYd6kO/L9UT
      """
    #expect(
      try AuthnRequest(redirected: text)
        == AuthnRequest(id: "_q1", issuer: "app", consumer: SAMLFixture.consumer))
  }

  @Test func whatIsNoRequestIsRefused() throws {
    // A million spaces, and what is a kilobyte of them.
    let bomb = "7cGBAAAAAMMglflTHuRVAQ" + String(repeating: "A", count: 1290) + "rwY="
    for (text, problem) in [
      ("", SAMLProblem.malformed("DEFLATE")), ("%", .malformed("Base64")), ("AAAA", .malformed("DEFLATE")),
      (bomb, .malformed("DEFLATE")), (String(repeating: "A", count: 16388), .malformed("Base64")),
      // A stored block with <a/>, then the same with something after it.
      ("AQQA+/88YS8+", .malformed("AuthnRequest")), ("AQQA+/88YS8+AAAA", .malformed("DEFLATE")),
    ] {
      #expect(throws: problem) { try AuthnRequest(redirected: text) }
    }
  }

  @Test func aCertificateHasTheFingerprintThatOtherProgramsPrint() throws {
    #expect(try SAMLCertificate(SignedElsewhere.certificate).fingerprint == SignedElsewhere.fingerprint)
  }

  @Test func metadataIsReadAsItWasWritten() throws {
    let metadata = IdpMetadata(
      entityID: "https://idp.example/?a&b", signOn: Self.page + "?a=1&b=2",
      certificates: [SAMLFixture.certificate, SignedElsewhere.certificate])
    #expect(try IdpMetadata(Array(metadata.text.utf8)) == metadata)
    for (part, replacement, problem) in [
      ("HTTP-Redirect", "SOAP", SAMLProblem.malformed("SingleSignOnService for HTTP-Redirect")),
      ("use=\"signing\"", "use=\"encryption\"", .malformed("X509Certificate")),
      ("IDPSSODescriptor", "SPSSODescriptor", .malformed("IDPSSODescriptor")),
      ("EntityDescriptor", "EntitiesDescriptor", .malformed("EntityDescriptor")),
      ("WantAuthnRequestsSigned=\"false\"", "WantAuthnRequestsSigned=\"true\"", .signedRequestWanted),
      ("<md:EntityDescriptor", "<!DOCTYPE a><md:EntityDescriptor", .malformed("XML")),
    ] {
      #expect(throws: problem) {
        try IdpMetadata(Array(metadata.text.replacing(part, with: replacement).utf8))
      }
    }
  }

  /// A provider may have a key of another kind beside the one that it signs with.
  @Test func aCertificateThatCannotBeUsedIsLeftOut() throws {
    func metadata(_ certificates: [String]) -> IdpMetadata {
      IdpMetadata(entityID: "https://idp.example", signOn: Self.page, certificates: certificates)
    }
    let usable = metadata([SAMLFixture.certificate])
    #expect(try IdpMetadata(Array(metadata(["AAAA", SAMLFixture.certificate]).text.utf8)) == usable)
    #expect(throws: SAMLProblem.unreadableCertificate) {
      try IdpMetadata(Array(metadata(["AAAA"]).text.utf8))
    }
  }
}
