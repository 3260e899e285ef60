/// The server, project and tenant that issued a session's tokens. The tokens must not be sent anywhere else.
struct SessionBinding: Equatable, Sendable {
  /// The emulator's origin; nil for Google's service.
  let emulator: String?
  let project: String
  let tenant: String?

  init(project: String, tenant: String?, endpoint: Endpoint) {
    self.project = project
    self.tenant = tenant
    emulator =
      switch endpoint {
      case .production: nil
      case .emulator(let origin): origin
      case .embedded: "embedded"
      }
  }

  init(_ kept: PersistedSession) {
    (emulator, project, tenant) = (kept.emulator, kept.project, kept.tenant)
  }
}
