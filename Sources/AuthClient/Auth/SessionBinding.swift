/// Where a session's tokens belong: sent elsewhere, they would be given away.
struct SessionBinding: Equatable, Sendable {
  /// Of the emulator; nil for Google's service.
  let emulator: String?
  let project: String
  let tenant: String?

  init(_ options: AuthOptions, _ state: Auth.State) {
    project = options.projectID
    tenant = state.tenantID
    emulator =
      switch state.endpoint {
      case .production: nil
      case .emulator(let origin): origin
      case .embedded: "embedded"
      }
  }

  init(_ kept: KeptSession) {
    (emulator, project, tenant) = (kept.emulator, kept.project, kept.tenant)
  }
}
