import Crypto
import Essentials
import Testing

@testable import SAML

/// A provider that is believed, an attacker with a key of its own, and an app.
enum SAMLFixture {
  static let issuer = "https://idp.example"
  static let consumer = "https://app.example/acs"
  static let key = madeKey()
  static let otherKey = madeKey()
  static let certificate = certificate(of: key)
  static let now = Date(rfc3339: "2026-01-31T12:00:00Z") ?? .distantPast

  private static func madeKey() -> PrivateKey {
    do { return try PrivateKey() } catch { fatalError("no key: \(error)") }
  }

  static func certificate(of key: PrivateKey) -> String {
    do {
      return try Certificate.selfSigned(key, commonName: "idp").split(separator: "\n")
        .filter { !$0.hasPrefix("-") }.joined()
    } catch {
      fatalError("no certificate: \(error)")
    }
  }

  /// A response about Kim with a signed assertion.
  static func response(
    _ name: String = "kim@example.com", issuer: String = issuer, to consumer: String = consumer,
    audience: String = "app", answering requestID: String? = "_q1", at now: Date = now,
    by key: PrivateKey = key
  ) throws -> String {
    try OwnSAMLResponse(issuer: issuer, destination: consumer, requestID: requestID, id: "1", at: now)
      .signedIn(
        name, [.init("groups", ["red", "blue & white"])], audience: audience, by: key,
        certificate: certificate(of: key))
  }

  static func assertion(
    in response: String, answering requestID: String? = "_q1", at now: Date = now,
    certificate: String = certificate
  ) throws -> SAMLAssertion {
    let check = try SAMLCheck(
      certificates: [certificate], issuer: issuer, audience: "app", recipients: [consumer],
      requestID: requestID, lifetime: 600, leeway: 60)
    return try check.assertion(
      of: SAMLResponse(Data(response.utf8).base64EncodedString()), at: now)
  }

  static func problem(with response: String, answering requestID: String? = "_q1", at now: Date = now)
    -> SAMLProblem?
  {
    do {
      _ = try assertion(in: response, answering: requestID, at: now)
      return nil
    } catch let problem as SAMLProblem {
      return problem
    } catch {
      Issue.record(error)
      return nil
    }
  }

  /// Signs the first element with this ID by the provider's key, with what `change` makes of its `SignedInfo`.
  static func sign(_ text: String, id: String, _ change: (String) -> String) throws -> String {
    let plain = try XMLSignature.sign(text, id: id, by: key, certificate: certificate)
    let info = String(try #require(plain.firstMatch(of: /<ds:SignedInfo.*?<\/ds:SignedInfo>/)).output)
    let changed = change(info)
    let value = try key.sign(XMLDocument(Array(changed.utf8)).root.canonical())
    return plain.replacing(info, with: changed)
      .replacing(
        /<ds:SignatureValue>.*?<\/ds:SignatureValue>/,
        with: "<ds:SignatureValue>\(Data(value).base64EncodedString())</ds:SignatureValue>")
  }
}

/// The parts of a response from which forgers make another one.
struct ResponseParts {
  /// What comes before the assertion, and after it.
  let head: String
  let tail = "</samlp:Response>"
  let assertion: String
  let signature: String

  init(_ response: String) throws {
    let found = try #require(response.firstMatch(of: /(?s)<saml:Assertion .*<\/saml:Assertion>/)).output
    assertion = String(found)
    head = String(response[..<(try #require(response.firstRange(of: assertion))).lowerBound])
    signature = String(try #require(assertion.firstMatch(of: /<ds:Signature .*<\/ds:Signature>/)).output)
  }

  var unsigned: String { assertion.replacing(signature, with: "") }
  /// About Eve, without a signature.
  var forged: String {
    unsigned.replacing("kim@example.com", with: "eve@example.com").replacing("_a1", with: "_a2")
  }

  /// The forged assertion with `content` after its issuer.
  func forged(with content: String) -> String {
    forged.replacing("</saml:Issuer>", with: "</saml:Issuer>" + content)
  }

  /// The honest signature with `content` in it.
  func signature(with content: String) -> String {
    signature.replacing("</ds:Signature>", with: content + "</ds:Signature>")
  }
}
