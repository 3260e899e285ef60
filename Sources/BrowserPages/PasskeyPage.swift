package import AuthClient
import Essentials
package import HTTP
import IdentityToolkit

/// The page that asks the browser for a passkey and passes the answer to the waiting command.
package struct PasskeyPage: FlowPage {
  /// What came of the page.
  package enum Outcome: Sendable, Equatable {
    case registered(PasskeyRegistration)
    case asserted(PasskeyAssertion)
    /// The person gave up.
    case cancelled
    /// The browser's error, such as `InvalidStateError`.
    case failed(String)
  }

  package let waiting: BrowserPage

  /// - Parameter site: The relying party, for people.
  package init(_ request: PasskeyRegistrationRequest, of site: String) {
    var options: JSONValue = [
      "rp": ["name": .string(request.relyingPartyName ?? site)],
      "user": [
        "id": .string(Base64URL.encode(request.userID)), "name": .string(request.userName),
        "displayName": .string(request.userDisplayName),
      ],
      "challenge": .string(Base64URL.encode(request.challenge)),
      "pubKeyCredParams": .array(
        request.algorithms.map { ["type": "public-key", "alg": .integer($0)] }),
      "excludeCredentials": .descriptors(request.excludedCredentialIDs),
      "authenticatorSelection": [
        "residentKey": "required", "requireResidentKey": true,
        "userVerification": .string(request.userVerification.rawValue),
      ],
      "attestation": "none", "timeout": .integer(Int64(request.timeout / .milliseconds(1))),
    ]
    if let id = request.relyingPartyID { options["rp"]?["id"] = .string(id) }
    waiting = Self.page(
      "Create a passkey", "This creates a passkey for \(request.userName).", "create", options)
  }

  package init(_ request: PasskeyAssertionRequest) {
    var options: JSONValue = [
      "challenge": .string(Base64URL.encode(request.challenge)),
      "allowCredentials": .descriptors(request.allowedCredentialIDs),
      "userVerification": .string(request.userVerification.rawValue),
      "timeout": .integer(Int64(request.timeout / .milliseconds(1))),
    ]
    if let id = request.relyingPartyID { options["rpId"] = .string(id) }
    waiting = Self.page("Use a passkey", "The browser asks for your passkey.", "get", options)
  }

  private static func page(
    _ heading: Text, _ text: Text, _ kind: String, _ options: JSONValue
  ) -> BrowserPage {
    BrowserPage(
      heading, text, form: .init([], button: Text("Cancel")),
      program: .passkey(.init(kind: kind, options: options.text)))
  }

  /// This flow has no mailed links.
  package func arrival(at continueURL: String, with query: [QueryItem]) -> BrowserPage? { nil }

  package func result(of form: [QueryItem], continueURL: String) -> String? {
    func value(_ name: String) -> String? {
      let values = form.filter { $0.name == name }.map(\.value)
      return values.count == 1 && !values[0].isEmpty ? values[0] : nil
    }
    if form.contains(where: { $0.name == BrowserPage.cancelName }) { return Self.cancelled }
    if let failure = value(BrowserPage.PasskeyCeremony.failureName) {
      guard failure.utf8.count <= 64, failure.utf8.allSatisfy({ (0x41...0x7A).contains($0) }) else {
        return nil
      }
      return Self.failurePrefix + failure
    }
    guard let answer = value(BrowserPage.PasskeyCeremony.answerName), answer.utf8.count <= 64 << 10,
      Self.answer(answer) != nil
    else { return nil }
    return answer
  }

  /// Reads a result of this page.
  package static func outcome(_ result: String) -> Outcome {
    if result == cancelled { return .cancelled }
    if result.hasPrefix(failurePrefix) { return .failed(String(result.dropFirst(failurePrefix.count))) }
    return answer(result) ?? .cancelled
  }

  private static func answer(_ text: String) -> Outcome? {
    guard let value = JSONValue(unambiguous: Data(text.utf8)) else { return nil }
    func bytes(_ name: String) -> [UInt8]? { value[name]?.string.flatMap { Base64URL.decode($0) } }
    guard let id = bytes("id"), let clientData = bytes("clientDataJSON") else { return nil }
    if let object = bytes("attestationObject") {
      return .registered(
        PasskeyRegistration(credentialID: id, clientDataJSON: clientData, attestationObject: object))
    }
    guard let data = bytes("authenticatorData"), let signature = bytes("signature") else { return nil }
    return .asserted(
      PasskeyAssertion(
        credentialID: id, clientDataJSON: clientData, authenticatorData: data, signature: signature,
        userHandle: bytes("userHandle")))
  }

  private static let cancelled = "the person gave up"
  private static let failurePrefix = "the browser failed: "
}

extension JSONValue {
  fileprivate static func descriptors(_ ids: [[UInt8]]) -> JSONValue {
    .array(ids.map { ["type": "public-key", "id": .string(Base64URL.encode($0))] })
  }
}
