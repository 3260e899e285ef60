import Essentials

/// What the client, for example a browser, says about a ceremony (`CollectedClientData`).
package struct ClientData: Sendable {
  /// The two kinds of ceremonies.
  package enum Ceremony: String, Sendable {
    case create = "webauthn.create"
    case get = "webauthn.get"
  }

  /// The JSON as the client wrote it. The authenticator signs its digest.
  package let json: [UInt8]
  package let type: String
  package let challenge: [UInt8]
  package let origin: String
  /// Whether the page was in a frame of another site's page.
  package let isCrossOrigin: Bool
  /// The origin of that other page, if the client says it.
  package let topOrigin: String?

  package init(_ json: [UInt8]) throws(WebAuthnFlaw) {
    guard let value = JSONValue(unambiguous: Data(json)), let type = value["type"]?.string,
      let challenge = value["challenge"]?.string.flatMap({ Base64URL.decode($0) }),
      let origin = value["origin"]?.string
    else { throw .unreadable("client data") }
    self.json = json
    self.type = type
    self.challenge = challenge
    self.origin = origin
    isCrossOrigin = try Self.member("crossOrigin", of: value, \.bool) ?? false
    topOrigin = try Self.member("topOrigin", of: value, \.string)
  }

  /// Creates the client data of a page at `origin`, in the form that WebAuthn prescribes.
  package init(_ ceremony: Ceremony, challenge: [UInt8], origin: String) {
    let value: JSONValue = [
      "type": .string(ceremony.rawValue), "challenge": .string(Base64URL.encode(challenge)),
      "origin": .string(origin), "crossOrigin": false,
    ]
    json = Array(value.text.utf8)
    type = ceremony.rawValue
    self.challenge = challenge
    self.origin = origin
    isCrossOrigin = false
    topOrigin = nil
  }
  /// Returns a member that may be missing. One of another type must not count as missing.
  private static func member<Value>(
    _ name: String, of object: JSONValue, _ value: (JSONValue) -> Value?
  ) throws(WebAuthnFlaw) -> Value? {
    guard let member = object[name], member != .null else { return nil }
    guard let value = value(member) else { throw .unreadable("client data") }
    return value
  }
}
