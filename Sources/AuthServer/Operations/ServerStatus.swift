import IdentityToolkit

extension Call {
  func serverStatus(_ request: EmptyObject) -> ServerStatus.Response {
    ServerStatus.Response(
      authEmulator: ServerStatus.Emulator(ready: true),
      usher: ServerStatus.Usher(
        version: server.version, project: server.project, verifiesApps: policy.appVerificationRequired))
  }
}
