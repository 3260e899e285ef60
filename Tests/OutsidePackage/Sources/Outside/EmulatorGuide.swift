import AuthClient
import LocalAuthServer

/// The guide to the emulator: the same client over HTTP.
@Sendable func emulatorGuide() async throws {
  let server = try LocalServer()
  let port = try server.listen()
  defer { server.stop() }
  let auth = Auth(apiKey: "any", projectID: "demo-test")
  auth.useEmulator(withHost: "127.0.0.1", port: port)
  let user = try await auth.signInAnonymously().user
  try await user.reload()
  try expect(try server.accounts().map(\.uid) == [user.uid])
}
