import SecurityKeys
import Testing

extension SecurityKey {
  static let hash = [UInt8](repeating: 0xCD, count: 32)

  /// A credential for an example.
  @discardableResult
  func registerAda(
    id: String = "ada", relyingParty: String = "example.com", excluding excluded: [[UInt8]] = [],
    verifiesUser: Bool = false, pin: String? = nil, timeout: Int = 10_000
  ) throws(SecurityKeyError) -> SecurityKeyRegistration {
    try register(
      relyingParty: (id: relyingParty, name: "Example"),
      user: (id: Array(id.utf8), name: "\(id)@example.com", displayName: "Ada"),
      clientDataHash: Self.hash, excluding: excluded, verifiesUser: verifiesUser, pin: pin,
      timeout: timeout)
  }

  @discardableResult
  func assertExample(
    allowing allowed: [[UInt8]] = [], verifiesUser: Bool = false, pin: String? = nil, timeout: Int = 10_000
  ) throws(SecurityKeyError) -> [SecurityKeyAssertion] {
    try assert(
      relyingPartyID: "example.com", clientDataHash: Self.hash, allowing: allowed,
      verifiesUser: verifiesUser, pin: pin, timeout: timeout)
  }

  /// Expects that the next operation gets its own answer.
  func isUsable(_ authenticator: Authenticator) throws(SecurityKeyError) {
    authenticator.change { $0.user = .touches }
    let registration = try registerAda()
    #expect(authenticator.credentials.map(\.id) == [registration.credentialID])
  }
}
