import IdentityToolkit

/// The operation that reports that the server is running, and its version.
struct ServerStatusOperation: Operation {
  /// The path of the routes as an OpenAPI document.
  static let apiSpec = "/emulator/openapi.json"

  let call: Call

  func answer(_ request: EmptyObject) -> ServerStatus.Response {
    ServerStatus.Response(
      authEmulator: ServerStatus.Emulator(ready: call.store.hasRoom, apiSpec: Self.apiSpec),
      usher: ServerStatus.Usher(
        version: call.parts.version, project: call.project, verifiesApps: call.policy.appVerificationRequired)
    )
  }
}
