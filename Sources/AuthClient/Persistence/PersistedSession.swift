import Essentials

/// A session in the form in which it is kept: the user, and the place that issued the tokens.
struct PersistedSession: Codable {
  let version: Int
  /// The emulator that issued the tokens; nil for Google's service.
  let emulator: String?
  let project: String
  let tenant: String?
  let user: UserRecord

  init(_ user: UserRecord, for binding: SessionBinding) {
    version = Self.currentVersion
    emulator = binding.emulator
    project = binding.project
    tenant = binding.tenant
    self.user = user
  }

  private static let currentVersion = 1

  /// Reads a kept session.
  /// - Throws: `UnreadableSession`. Then the kept data is never replaced.
  init(_ data: Data) throws {
    // The decoder's error may quote the tokens, so it is not passed on.
    guard let head = try? JSONReader.plain.read(Head.self, from: data) else {
      throw UnreadableSession.malformed
    }
    guard head.version == Self.currentVersion else { throw UnreadableSession.ofVersion(head.version) }
    guard let session = try? JSONReader.plain.read(PersistedSession.self, from: data) else {
      throw UnreadableSession.malformed
    }
    self = session
  }

  func data() throws -> Data { try JSONWriter.data(self) }

  private struct Head: Decodable {
    let version: Int
  }
}

/// The reason why a kept session cannot be read.
enum UnreadableSession: Error, Equatable, CustomStringConvertible {
  case malformed
  case ofVersion(Int)

  var description: String {
    switch self {
    case .malformed: "the saved data is not a session"
    case .ofVersion(let version): "what is kept is of version \(version), which this library does not know"
    }
  }
}
