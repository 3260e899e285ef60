import AuthServer
import Flows

extension Context {
  /// The local server inside this process, on the user's own database, for the time of one command.
  func makeEmbeddedServer(project: String) throws -> IdentityToolkitServer {
    let path = try StateLocation(environment: environment.variables).database
    return IdentityToolkitServer(
      store: try Store(at: .file(path: path)), project: project, policy: .strict, clock: now,
      random: random, push: embeddedPush, functions: functions, identityProviders: identityProviders,
      notice: noticeAnnouncement(for: project), pause: pause, version: Release.version)
  }
}
