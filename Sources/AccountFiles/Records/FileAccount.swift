import IdentityToolkit

/// An account as a file has it: `firebase auth:export` renames a member.
struct FileAccount: Decodable {
  var record: AccountRecord

  private enum Renamed: String, CodingKey {
    case lastSignedInAt
  }

  init(from decoder: any Decoder) throws {
    record = try AccountRecord(from: decoder)
    let time = try decoder.container(keyedBy: Renamed.self)
      .decodeIfPresent(DecimalText.self, forKey: .lastSignedInAt)
    record.lastLoginAt = record.lastLoginAt ?? time
  }
}
