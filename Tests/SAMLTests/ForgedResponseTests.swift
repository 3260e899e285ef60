import Essentials
import Testing

@testable import SAML

/// Responses that somebody other than the provider has made or changed.
@Suite struct ForgedResponseTests {
  @Test func anHonestResponseIsRead() throws {
    #expect(
      try SAMLFixture.assertion(in: SAMLFixture.response())
        == SAMLAssertion(
          id: "_a1", issuer: SAMLFixture.issuer, nameID: "kim@example.com",
          attributes: [.init("groups", ["red", "blue & white"])]))
  }

  @Test func aResponseThatAnotherProgramSignedIsRead() throws {
    let check = try SAMLCheck(
      certificates: [SignedElsewhere.certificate], issuer: SAMLFixture.issuer, audience: "app",
      recipients: [SAMLFixture.consumer], requestID: nil, lifetime: 600, leeway: 60)
    let assertion = try check.assertion(of: SAMLResponse(SignedElsewhere.response), at: SAMLFixture.now)
    #expect(
      assertion
        == SAMLAssertion(
          id: "_a1", issuer: SAMLFixture.issuer, nameID: "kim@example.com",
          attributes: [
            .init("http://schemas.xmlsoap.org/claims/Group", ["red", "blue & white"])
          ]))
  }

  @Test func anAttackersKeyIsNotBelieved() throws {
    let forged = try SAMLFixture.response(by: SAMLFixture.otherKey)
    #expect(SAMLFixture.problem(with: forged) == .wrongSignature)
  }

  @Test func aResponseWithoutASignatureIsNotBelieved() throws {
    let parts = try ResponseParts(SAMLFixture.response())
    #expect(SAMLFixture.problem(with: parts.head + parts.unsigned + parts.tail) == .unsigned)
  }

  @Test(arguments: [
    ("kim@example.com", "eve@example.com"), ("blue &amp; white", "admin"),
    ("app</saml:Audience>", "x</saml:Audience>"),
    ("<ds:DigestValue>", "<ds:DigestValue>A"), ("<ds:SignatureValue>", "<ds:SignatureValue>AAAA"),
    ("<ds:SignatureValue>", "<ds:SignatureValue>%"),
  ])
  func aChangedResponseIsNotBelieved(part: String, replacement: String) throws {
    let changed = try SAMLFixture.response().replacing(part, with: replacement)
    #expect(SAMLFixture.problem(with: changed) == .wrongSignature)
  }

  /// The eight forms of "On Breaking SAML: Be Whoever You Want to Be", and more. Whatever is read was signed.
  @Test func aWrappedAssertionIsNotRead() throws {
    let parts = try ResponseParts(SAMLFixture.response())
    let (head, tail, honest) = (parts.head, parts.tail, parts.assertion)
    // The first two need a signed response.
    let signed = try XMLSignature.sign(
      head + parts.unsigned + tail, id: "_r1", by: SAMLFixture.key, certificate: SAMLFixture.certificate)
    #expect(try SAMLFixture.assertion(in: signed).nameID == "kim@example.com")
    let outer = String(try #require(signed.firstMatch(of: /<ds:Signature .*<\/ds:Signature>/)).output)
    let original = signed.replacing(outer, with: "")
    let evilHead = head.replacing("_r1", with: "_r2")
    func evil(_ signature: String) -> String {
      evilHead.replacing("</saml:Issuer>", with: "</saml:Issuer>" + signature) + parts.forged + tail
    }
    let inObject = { (content: String) in "<ds:Object>\(content)</ds:Object>" }
    let form = SAMLProblem.forbiddenSignature("form")
    let forms: [(String, SAMLProblem)] = [
      (
        evil(outer.replacing("</ds:Signature>", with: inObject(original) + "</ds:Signature>")),
        .assertionCount(2)
      ),
      (evil(original + outer), .assertionCount(2)),
      (head + parts.forged + honest + tail, .assertionCount(2)),
      (head + parts.forged(with: honest) + tail, .assertionCount(2)),
      (head + parts.forged(with: parts.signature) + parts.unsigned + tail, .assertionCount(2)),
      (head + parts.forged(with: parts.signature(with: parts.unsigned)) + tail, .assertionCount(2)),
      ("\(head)<samlp:Extensions>\(parts.forged)</samlp:Extensions>\(honest)\(tail)", .assertionCount(2)),
      (head + parts.forged(with: parts.signature(with: inObject(parts.unsigned))) + tail, .assertionCount(2)),
      // The same where nobody counts the hidden one.
      (
        head
          + parts.forged(
            with: parts.signature(
              with: inObject(parts.unsigned.replacing("saml:Assertion", with: "saml:Other"))))
          + tail, form
      ),
      (head + parts.forged(with: parts.signature) + tail, .forbiddenSignature("reference")),
      (
        head + parts.forged(with: parts.signature).replacing("_a2", with: "_a1") + tail, .wrongSignature
      ),
      (evil(outer), .forbiddenSignature("reference")),
      (
        head + honest.replacing("</saml:Issuer>", with: "</saml:Issuer>" + parts.signature) + tail, form
      ),
    ]
    for (index, (forged, problem)) in forms.enumerated() {
      #expect(SAMLFixture.problem(with: forged) == problem, "\(index)")
    }
  }

  /// CVE-2018-0489 and others: a reader that stops at the comment reads another name than was signed.
  @Test func aCommentDoesNotCutOffAName() throws {
    let response = try SAMLFixture.response("kim@example.com.evil.example")
    let cut = response.replacing("kim@example.com.evil", with: "kim@example.com<!---->.evil")
    #expect(try SAMLFixture.assertion(in: cut).nameID == "kim@example.com.evil.example")
    #expect(try SAMLFixture.assertion(in: response).nameID == "kim@example.com.evil.example")
  }

  @Test func aSignatureThatCoversSomethingElseIsRefused() throws {
    let parts = try ResponseParts(SAMLFixture.response())
    let xslt = #"<ds:Transform Algorithm="http://www.w3.org/TR/1999/REC-xslt-19991116"/>"#
    let xpath = #"<ds:Transform Algorithm="http://www.w3.org/TR/1999/REC-xpath-19991116"/>"#
    let transforms = "<ds:Transforms>"
    let changes: [(String, (String) -> String)] = [
      ("transform", { $0.replacing(transforms, with: transforms + xslt) }),
      ("transform", { $0.replacing(transforms, with: transforms + xpath) }),
      ("transform", { $0.replacing(/<ds:Transform Algorithm="[^"]*exc[^"]*"\/>/, with: "") }),
      ("transform", { $0.replacing("enveloped-signature", with: "base64") }),
      (
        "canonicalization",
        {
          $0.replacing(
            "2001/10/xml-exc-c14n#\"/><ds:SignatureMethod",
            with: "TR/2001/REC-xml-c14n-20010315\"/><ds:SignatureMethod")
        }
      ),
      ("method", { $0.replacing("2001/04/xmldsig-more#rsa-sha256", with: "2000/09/xmldsig#rsa-sha1") }),
      (
        "method",
        { $0.replacing("2001/04/xmldsig-more#rsa-sha256", with: "2001/04/xmldsig-more#hmac-sha256") }
      ),
      ("digest", { $0.replacing("2001/04/xmlenc#sha256", with: "2000/09/xmldsig#sha1") }),
      ("reference", { $0.replacing("URI=\"#_a1\"", with: "URI=\"\"") }),
      ("reference", { $0.replacing("URI=\"#_a1\"", with: "URI=\"#xpointer(/)\"") }),
      ("reference", { $0.replacing("URI=\"#_a1\"", with: "") }),
    ]
    for (index, (what, change)) in changes.enumerated() {
      let assertion = try SAMLFixture.sign(parts.unsigned, id: "_a1", change)
      #expect(
        SAMLFixture.problem(with: parts.head + assertion + parts.tail) == .forbiddenSignature(what),
        "\(index)")
    }
    let twice = try SAMLFixture.sign(parts.unsigned, id: "_a1") { info in
      info.replacing(/<ds:Reference.*<\/ds:Reference>/) { $0.output + $0.output }
    }
    #expect(SAMLFixture.problem(with: parts.head + twice + parts.tail) == .malformed("Reference"))
    // The fixture itself is right.
    let plain = try SAMLFixture.sign(parts.unsigned, id: "_a1") { $0 }
    #expect(SAMLFixture.problem(with: parts.head + plain + parts.tail) == nil)
  }

  /// Whoever sends them, this is read before any signature is.
  @Test func anUnverifiedSignatureCannotAskForMuchWork() throws {
    let parts = try ResponseParts(SAMLFixture.response())
    func problems(_ list: String) throws -> [SAMLProblem?] {
      let inclusive =
        "\"><e:InclusiveNamespaces xmlns:e=\"\(XMLNamespace.exclusive.rawValue)\" PrefixList=\"\(list)\"/>"
      return try ["</ds:Transforms>", "<ds:SignatureMethod"].map { next in
        let end = next == "</ds:Transforms>" ? "</ds:Transform>" : "</ds:CanonicalizationMethod>"
        let assertion = try SAMLFixture.sign(parts.unsigned, id: "_a1") {
          $0.replacing("\"/>" + next, with: inclusive + end + next)
        }
        return SAMLFixture.problem(with: parts.head + assertion + parts.tail)
      }
    }
    func names(_ count: Int) -> String { (1...count).map { "p\($0)" }.joined(separator: " ") }
    let refused: [SAMLProblem?] = [
      .forbiddenSignature("list of namespaces"), .forbiddenSignature("list of namespaces"),
    ]
    #expect(try problems(names(16)) == [nil, nil])
    #expect(try problems(names(16) + " " + names(16)) == [nil, nil])
    #expect(try problems(names(17)) == refused)
    #expect(try problems(String(repeating: "p", count: 64)) == [nil, nil])
    #expect(try problems(String(repeating: "p", count: 65)) == refused)
    // The algorithm is refused before anything is canonicalized for the wrong key.
    let other = try SAMLFixture.response(by: SAMLFixture.otherKey)
    for (part, replacement, problem) in [
      ("2001/10/xml-exc-c14n#\"/><ds:Sig", "TR/2001/REC-xml-c14n-20010315\"/><ds:Sig", "canonicalization"),
      ("xmldsig-more#rsa-sha256", "xmldsig-more#hmac-sha256", "method"),
    ] {
      #expect(
        SAMLFixture.problem(with: other.replacing(part, with: replacement)) == .forbiddenSignature(problem))
    }
  }

  @Test func aMessageIsNeitherDeepNorLong() throws {
    let parts = try ResponseParts(SAMLFixture.response())
    func problem(_ content: String) -> SAMLProblem? {
      SAMLFixture.problem(
        with: "\(parts.head)<samlp:Extensions>\(content)</samlp:Extensions>\(parts.assertion)\(parts.tail)")
    }
    func nested(_ count: Int) -> String {
      String(repeating: "<a>", count: count) + String(repeating: "</a>", count: count)
    }
    func names(_ count: Int, _ prefix: String = "a") -> String {
      (0..<count).map { " \(prefix)\($0)=\"urn:u\"" }.joined()
    }
    #expect(problem(nested(62)) == nil)
    #expect(problem(nested(63)) == .tooLarge)
    #expect(problem(String(repeating: "<a/>", count: 4900)) == nil)
    #expect(problem(String(repeating: "<a/>", count: 5000)) == .tooLarge)
    #expect(problem("<a\(names(255))/>") == nil)
    #expect(problem("<a\(names(256))/>") == .tooLarge)
    let spaces = "<a\(names(130, "xmlns:n"))"
    #expect(problem("\(spaces)/>\(spaces)/>") == nil)
    #expect(problem("\(spaces)>\(spaces)/></a>") == .tooLarge)
  }

  /// Two names that look the same would be two users, or the same user in a program that trims them.
  @Test func aNameIsNotDeceptive() throws {
    for name in [
      "kim@example.com\u{A0}", "\u{2003}kim@example.com", "kim@example.com\u{2028}", "kim@example.com\u{85}",
      "kim\u{9F}@example.com", "kim\t@example.com", "\u{A0}",
    ] {
      #expect(SAMLFixture.problem(with: try SAMLFixture.response(name)) == .malformed("NameID"), "\(name)")
    }
    let spaced = try SAMLFixture.response(" \t\r\nkim lee@example.com\n ")
    #expect(try SAMLFixture.assertion(in: spaced).nameID == "kim lee@example.com")
  }

  /// What stands around an element in a name would be another name.
  @Test func aNameHasNoElements() throws {
    let parts = try ResponseParts(SAMLFixture.response())
    for (name, end) in [
      ("NameID", "ample.com</saml:NameID>"), ("Audience", "p</saml:Audience>"), ("Issuer", "e</saml:Issuer>"),
    ] {
      let signed = try XMLSignature.sign(
        parts.unsigned.replacing(end, with: "<x>evil</x>" + end), id: "_a1", by: SAMLFixture.key,
        certificate: SAMLFixture.certificate)
      #expect(SAMLFixture.problem(with: parts.head + signed + parts.tail) == .malformed(name))
    }
  }

  @Test func aDocumentThatDefinesEntitiesIsNotParsed() throws {
    let response = try SAMLFixture.response()
    let bomb = (1...9).map { "<!ENTITY e\($0) \"\(String(repeating: "&e\($0 - 1);", count: 10))\">" }.joined()
    for type in [
      "<!DOCTYPE a>", "<!DOCTYPE a [<!ENTITY e0 \"x\">\(bomb)]>",
      "<!DOCTYPE a SYSTEM \"file:///etc/passwd\">",
      "<!DOCTYPE a [<!ENTITY x SYSTEM \"http://127.0.0.1/\">]>",
    ] {
      #expect(SAMLFixture.problem(with: type + response) == .malformed("XML"), "\(type)")
    }
    // With the character after it, this E is one character in Swift.
    let hidden = "<!DOCTYPE\u{200D}a>"
    #expect(XMLDocument.hasType(Array(hidden.utf8)))
    #expect(!XMLDocument.hasType(Array(response.utf8)))
    #expect(SAMLFixture.problem(with: hidden + response) == .malformed("XML"))
    for (part, replacement) in [
      ("kim@example.com", "&e9;"), ("kim@example.com", "<?a b?>kim@example.com"), ("</samlp:Status>", ""),
      ("kim@example.com", "\u{1}"), ("<samlp:Response", "\u{FEFF}x<samlp:Response"),
    ] {
      #expect(
        [.malformed("XML"), .wrongSignature]
          .contains(SAMLFixture.problem(with: response.replacing(part, with: replacement))), "\(replacement)")
    }
    let deep = String(repeating: "<a>", count: 300) + String(repeating: "</a>", count: 300)
    #expect(SAMLFixture.problem(with: deep) == .malformed("XML"))
    #expect(
      SAMLFixture.problem(with: response + String(repeating: " ", count: 256 << 10)) == .tooLarge)
    #expect(throws: SAMLProblem.malformed("Base64")) { try SAMLResponse("<samlp:Response/>") }
  }

  @Test func aResponseWithoutOneReadableAssertionIsRefused() throws {
    let parts = try ResponseParts(SAMLFixture.response())
    let (head, tail, honest) = (parts.head, parts.tail, parts.assertion)
    #expect(SAMLFixture.problem(with: head + tail) == .assertionCount(0))
    #expect(SAMLFixture.problem(with: head + honest + honest + tail) == .assertionCount(2))
    #expect(
      SAMLFixture.problem(
        with: head + "<saml:EncryptedAssertion xmlns:saml=\"\(XMLNamespace.assertion.rawValue)\"/>" + tail)
        == .encrypted)
    #expect(
      SAMLFixture.problem(
        with: OwnSAMLResponse(
          issuer: SAMLFixture.issuer, destination: SAMLFixture.consumer, requestID: "_q1", id: "1",
          at: SAMLFixture.now
        ).cancelled) == .status("Responder", answering: "_q1"))
    #expect(SAMLFixture.problem(with: honest) == .malformed("Response"))
  }

  @Test func aCertificateMustBeReadable() throws {
    for text in ["", "c1", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----"] {
      #expect(throws: SAMLProblem.unreadableCertificate) {
        try SAMLFixture.assertion(in: SAMLFixture.response(), certificate: text)
      }
    }
  }
}
