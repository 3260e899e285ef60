import AuthClient
import CommandKit

extension Context {
  /// The server that `local` commands steer: never Google's.
  /// - Parameter deadline: for one request and its answer; nil is the usual one.
  func localBackend(within deadline: Duration? = nil) throws -> Backend {
    guard try destination().endpoint != .production else {
      throw Diagnosis(
        .notLocal, "production is no local server",
        hint: "say --endpoint local, or a serve's URL")
    }
    return try backend(at: try destination(), within: deadline)
  }

  /// - Parameter deadline: as above; `timeout` for what may take as long as the whole command.
  func localServer(within deadline: Duration? = nil) throws -> LocalServerAdmin {
    LocalServerAdmin(backend: try localBackend(within: deadline), owner: try ownerToken())
  }

  /// The bearer of a local server's admin routes.
  func ownerToken() throws -> String {
    environment["USHER_OWNER_TOKEN"] ?? "owner"
  }
}
