import Essentials

extension SavedState: Codable {
  private enum CodingKeys: String, CodingKey {
    case version, profiles, advised
    case selectedProfile = "selected_profile"
    case lastPending = "last_pending"
  }

  /// A newer version wrote the state.
  struct NewerVersion: Error {
    let version: Int
  }

  package init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    let version = try fields.decode(Int.self, forKey: .version)
    // The version is checked first, because a newer one may have other members.
    guard version <= Self.version else { throw NewerVersion(version: version) }
    guard version == Self.version else { throw Self.invalid(.version, in: fields) }
    profiles = try fields.decode([String: SavedProfile].self, forKey: .profiles)
    advised = try fields.decodeIfPresent(Set<String>.self, forKey: .advised) ?? []
    selectedProfile = try fields.decodeIfPresent(String.self, forKey: .selectedProfile)
    lastPending = try fields.decode(Int.self, forKey: .lastPending)
    guard lastPending == 0 || PendingID.numbers.contains(lastPending) else {
      throw Self.invalid(.lastPending, in: fields)
    }
    // If the file was edited by hand, no ID must be used twice.
    lastPending = bindings.flatMap { self[$0].pending }.map(\.id.number).reduce(lastPending, max)
  }

  private static func invalid(
    _ key: CodingKeys, in fields: KeyedDecodingContainer<CodingKeys>
  ) -> DecodingError {
    .dataCorruptedError(forKey: key, in: fields, debugDescription: "")
  }

  package func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(Self.version, forKey: .version)
    try fields.encode(profiles, forKey: .profiles)
    if !advised.isEmpty { try fields.encode(advised.sorted(), forKey: .advised) }
    try fields.encodeIfPresent(selectedProfile, forKey: .selectedProfile)
    try fields.encode(lastPending, forKey: .lastPending)
  }
}
