import AuthClient
import IDTokenVerifier
import LocalAuthServer

/// A server that takes the tokens: signed ones by the published keys, and no others.
@Sendable func verifierProgram() async throws {
  var rules = LocalServer.Rules.emulator
  rules.signsTokens = true
  let server = try LocalServer(rules: rules)
  let port = try server.listen()
  defer { server.stop() }
  let user = try await server.auth().signInAnonymously().user

  let verifier = TokenVerifier.emulator(projectID: "demo-test", host: "127.0.0.1", port: port)
  let token = try await verifier.verify(idToken: try await user.getIDToken())
  try expect(token.uid == user.uid && token.signInProvider == "anonymous")
  do {
    _ = try await verifier.verify(idToken: "x")
    try expect(false)
  } catch {
    try expect(error.isRefusal)
  }
}
