import Essentials

/// What a session's file holds: says whose it is and in which format, so that no foreign file is taken for one.
struct SessionEnvelope: Codable {
  static let format = 1
  private static let kind = "auth-client-session"

  let session: Data

  init(_ session: Data) {
    self.session = session
  }

  private enum CodingKeys: String, CodingKey {
    case kind, format, session
  }

  /// The file was written in a later format.
  struct NewerFormat: Error {
    let format: Int
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    guard try fields.decode(String.self, forKey: .kind) == Self.kind else {
      throw DecodingError.dataCorruptedError(forKey: .kind, in: fields, debugDescription: "")
    }
    // Before anything else is looked at: a later format may have any other shape.
    let format = try fields.decode(Int.self, forKey: .format)
    guard format <= Self.format else { throw NewerFormat(format: format) }
    guard format == Self.format else {
      throw DecodingError.dataCorruptedError(forKey: .format, in: fields, debugDescription: "")
    }
    session = try fields.decode(Data.self, forKey: .session)
  }

  func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(Self.kind, forKey: .kind)
    try fields.encode(Self.format, forKey: .format)
    try fields.encode(session, forKey: .session)
  }
}

extension SessionEnvelope {
  var data: Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
      return try encoder.encode(self) + [UInt8(ascii: "\n")]
    } catch {
      // What Foundation says of it quotes the value, tokens included.
      fatalError("a session that JSON cannot express is to be saved")
    }
  }
}
