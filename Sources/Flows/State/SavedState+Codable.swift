import Essentials

extension SavedState: Codable {
  /// A newer version wrote the state.
  struct NewerVersion: Error {
    let version: Int
  }

  package init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: JSONKey.self)
    let version = try fields.decode(Int.self, forKey: "version")
    // The version is checked first, because a newer one may have other members.
    guard version <= Self.version else { throw NewerVersion(version: version) }
    guard version == Self.version else { throw Self.invalid("version", in: fields) }
    profiles = try fields.decode([String: SavedProfile].self, forKey: "profiles")
    advised = try fields.decodeIfPresent([String].self, forKey: "advised").map(Set.init) ?? []
    selectedProfile = try fields.decodeIfPresent(String.self, forKey: "selected_profile")
    lastPending = try fields.decode(Int.self, forKey: "last_pending")
    guard lastPending == 0 || PendingID.numbers.contains(lastPending) else {
      throw Self.invalid("last_pending", in: fields)
    }
    // If the file was edited by hand, no ID must be used twice.
    lastPending = bindings.flatMap { self[$0].pending }.map(\.id.number).reduce(lastPending, max)
  }

  private static func invalid(
    _ key: JSONKey, in fields: KeyedDecodingContainer<JSONKey>
  ) -> DecodingError {
    .dataCorruptedError(forKey: key, in: fields, debugDescription: "")
  }

  package func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: JSONKey.self)
    try fields.encode(Self.version, forKey: "version")
    try fields.encode(profiles, forKey: "profiles")
    if !advised.isEmpty { try fields.encode(advised.sorted(), forKey: "advised") }
    try fields.encodeIfPresent(selectedProfile, forKey: "selected_profile")
    try fields.encode(lastPending, forKey: "last_pending")
  }
}
