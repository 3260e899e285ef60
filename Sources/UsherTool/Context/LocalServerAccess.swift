import AuthClient
import CommandKit

extension Context {
  /// The server that `local` commands steer: never Google's.
  func localBackend() throws -> Backend {
    guard try destination().endpoint != .production else {
      throw Diagnosis(
        .notLocal, "production is no local server",
        hint: "say --endpoint local, or a serve's URL")
    }
    return try backend()
  }

  func localServer() throws -> LocalServerAdmin {
    LocalServerAdmin(backend: try localBackend(), owner: try ownerToken())
  }

  /// The bearer of a local server's admin routes.
  func ownerToken() throws -> String {
    environment["USHER_OWNER_TOKEN"] ?? "owner"
  }
}
