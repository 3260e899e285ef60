import AuthClient
import Foundation
import LocalAuthServer

/// A session that outlives its client, in a file.
@Sendable func persistenceProgram() async throws {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
  defer { try? FileManager.default.removeItem(at: folder) }
  let persistence = FileUserPersistence(path: folder.appendingPathComponent("session.json").path)
  let server = try LocalServer()
  let uid = try await server.auth(persistence: persistence).signInAnonymously().user.uid

  let next = try server.auth(persistence: persistence)
  try expect(next.currentUser?.uid == uid)
  try await next.signOut()
  try expect(try server.auth(persistence: persistence).currentUser == nil)
}
