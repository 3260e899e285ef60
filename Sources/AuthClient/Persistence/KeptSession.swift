import AuthCore
import Essentials

/// A session as it is kept: the user, and where the user's tokens belong.
struct KeptSession: Codable {
  let version: Int
  /// The emulator that the tokens are good at; nil for Google's service.
  let emulator: String?
  let project: String
  let tenant: String?
  let user: AuthCore.User

  init(_ user: AuthCore.User, for binding: SessionBinding) {
    version = Self.currentVersion
    emulator = binding.emulator
    project = binding.project
    tenant = binding.tenant
    self.user = user
  }

  private static let currentVersion = 1

  /// - Throws: What is wrong with `data`; a session of a newer version is none that could be replaced.
  init(_ data: Data) throws {
    let head = try JSONReader.plain.read(Head.self, from: data)
    guard head.version == Self.currentVersion else { throw NewerVersion(version: head.version) }
    self = try JSONReader.plain.read(KeptSession.self, from: data)
  }

  func data() throws -> Data { try JSONEncoder().encode(self) }

  private struct Head: Decodable {
    let version: Int
  }

  struct NewerVersion: Error, CustomStringConvertible {
    let version: Int

    var description: String { "kept by a newer version of this library (\(version))" }
  }
}
