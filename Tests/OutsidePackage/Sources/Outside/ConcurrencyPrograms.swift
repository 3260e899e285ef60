import AuthClient
import Foundation
import LocalAuthServer

/// Two hundred tasks that ask for a token at once, when it has expired: one renewal.
@Sendable func manyAtOnceProgram() async throws {
  let clock = ManualClock()
  let server = try LocalServer(clock: { clock.now })
  let user = try await server.auth().signInAnonymously().user
  let first = try await user.getIDToken()
  clock.advance(by: .seconds(3600))
  // The first renewal is late and the second would be refused: only one can have been made.
  try server.delay(.token, by: .milliseconds(100))
  let tokens = try await withThrowingTaskGroup(of: String.self) { group in
    for _ in 0..<200 { group.addTask { try await user.getIDToken() } }
    return try await group.reduce(into: Set()) { $0.insert($1) }
  }
  try expect(tokens.count == 1 && !tokens.contains(first))
}

/// A call that is cancelled while the server takes its time ends without an account, by a direct call and over HTTP.
@Sendable func cancellationProgram() async throws {
  let server = try LocalServer()
  let port = try server.listen()
  defer { server.stop() }
  let remote = Auth(apiKey: "any", projectID: "demo-test")
  remote.useEmulator(withHost: "127.0.0.1", port: port)
  for auth in [server.auth(), remote] {
    try server.delay(.signUp, by: .seconds(600))
    let call = Task { try await auth.signInAnonymously() }
    // Until the call has come in: then nothing is planned any more.
    while try server.plannedFaultCount > 0 { await Task.yield() }
    call.cancel()
    do {
      _ = try await call.value
      try expect(false)
    } catch let error as AuthError {
      try expect(error.code == .cancelled, "\(error)")
    }
    try expect(auth.currentUser == nil)
  }
}
