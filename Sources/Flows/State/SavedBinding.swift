package import AuthClient
import Essentials

/// The saved data of one endpoint, project and tenant of a profile.
package struct SavedBinding: Codable, Equatable, Sendable {
  package let endpoint: String
  package let project: String
  package let tenant: String?
  /// The session that commands use without `--as`; nil for `default`.
  package var currentSession: String?
  package var sessions: [String: SavedSession] = [:]
  package internal(set) var pending: [PendingStep] = []
  /// The codes that were sent within the last minute, even if a newer step replaced theirs.
  package internal(set) var recentCodes: [PhoneVerification]?
  package var appCredentials: AppCredentials?
  /// The sign-in method that was used last, and that the next sign-in offers first: `phone`, `email-link`, `password`…
  package var lastMethod: String?

  package init(_ binding: Binding) {
    endpoint = binding.endpoint
    project = binding.project
    tenant = binding.tenant
  }

  func belongs(to binding: Binding) -> Bool {
    endpoint == binding.endpoint && project == binding.project && tenant == binding.tenant
  }

  /// Whether there is nothing to save.
  var isEmpty: Bool {
    sessions.isEmpty && pending.isEmpty && currentSession == nil && appCredentials == nil && lastMethod == nil
  }

  /// The last time when a session or a pending step was saved.
  var latestUse: Date {
    (sessions.values.map(\.signedInAt) + pending.map(\.createdAt)).max() ?? .distantPast
  }

  private enum CodingKeys: String, CodingKey {
    case endpoint, project, tenant, sessions, pending
    case currentSession = "current_session"
    case recentCodes = "recent_codes"
    case appCredentials = "app_credentials"
    case lastMethod = "last_method"
  }
}
