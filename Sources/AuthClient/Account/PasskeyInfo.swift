import IdentityToolkit

/// A passkey in an account's list.
public struct PasskeyInfo: Codable, Sendable, Equatable {
  /// The passkey's ID, as the service writes it.
  public let credentialID: String
  /// The passkey's name, for people.
  public let name: String?

  package init(name: String?, credentialID: String) {
    self.name = name
    self.credentialID = credentialID
  }

  /// Reads the server's record; nil without an ID.
  init?(_ record: PasskeyRecord) {
    guard let id = record.credentialId, (1...1364).contains(id.utf8.count),
      id.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return nil }
    self.init(name: record.name, credentialID: id)
  }

  private enum CodingKeys: String, CodingKey {
    case credentialID = "id"
    case name
  }
}
