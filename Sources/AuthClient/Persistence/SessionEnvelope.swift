import Essentials

/// The content of a session file. Its kind and format distinguish it from other programs' files.
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

  /// A later version wrote the file.
  struct NewerFormat: Error {
    let format: Int
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    guard try fields.decode(String.self, forKey: .kind) == Self.kind else {
      throw DecodingError.dataCorruptedError(forKey: .kind, in: fields, debugDescription: "")
    }
    // The format is read first, because a later format may have other members.
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

  var data: Data {
    guard let data = JSONWriter.fileData(self) else {
      fatalError("a session that JSON cannot express is to be saved")
    }
    return data
  }
}
