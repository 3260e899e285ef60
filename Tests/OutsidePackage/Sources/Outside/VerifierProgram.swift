import AuthClient
import IDTokenVerifier
import LocalAuthServer

/// A server that takes the tokens: an emulator's unsigned ones, and signed ones by the keys that are published.
@Sendable func verifierProgram() async throws {
  for signs in [false, true] {
    var rules = LocalServer.Rules.emulator
    rules.signsTokens = signs
    let server = try LocalServer(rules: rules)
    let port = try server.listen()
    defer { server.stop() }
    let user = try await server.auth().signInAnonymously().user

    let emulator = TokenVerifier.emulator(projectID: "demo-test", port: port)
    var options = TokenVerifier.Options(projectID: "demo-test")
    options.issuer = .localServer(origin: "http://127.0.0.1:\(port)")
    let strict = TokenVerifier(options)
    let (right, wrong) = signs ? (strict, emulator) : (emulator, strict)

    let token = try await right.verify(idToken: try await user.getIDToken(), checkRevoked: false)
    try expect(token.uid == user.uid && token.signInProvider == "anonymous")
    do {
      _ = try await wrong.verify(idToken: try await user.getIDToken())
      try expect(false)
    } catch let error as TokenError {
      try expect(error.isRefusal)
    }
  }
}
