package import AuthClient
import Essentials

/// What is saved for one endpoint, project and tenant of a profile.
package struct SavedBinding: Codable, Equatable, Sendable {
  package let endpoint: String
  package let project: String
  package let tenant: String?
  /// The session that commands use without `--as`; nil is `default`.
  package var currentSession: String?
  package var sessions: [String: SavedSession] = [:]
  package internal(set) var pending: [PendingStep] = []
  /// Codes that were sent within the last minute, also where a newer step took the place of theirs.
  package internal(set) var recentCodes: [PhoneVerification]?
  package var appCredentials: AppCredentials?
  /// The sign-in method used last, to be offered first: `phone`, `email-link`, `password`…
  package var lastMethod: String?

  package init(_ binding: Binding) {
    endpoint = binding.endpoint
    project = binding.project
    tenant = binding.tenant
  }

  func belongs(to binding: Binding) -> Bool {
    endpoint == binding.endpoint && project == binding.project && tenant == binding.tenant
  }

  /// Nothing is worth keeping.
  var isEmpty: Bool {
    sessions.isEmpty && pending.isEmpty && currentSession == nil && appCredentials == nil && lastMethod == nil
  }

  /// When a session or a pending step was saved last.
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
