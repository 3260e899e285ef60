package import AuthClient
package import Essentials

/// The saved data of one endpoint, project and tenant of a profile.
package struct SavedBinding: Equatable, Sendable {
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

  /// What the sessions' accounts are called by `name`: their numbers, or their addresses.
  package func names(_ name: (Account) -> String?) -> [String] {
    Set(sessions.values.compactMap { name($0.account) }).sorted()
  }

  /// Whether there is nothing to save.
  var isEmpty: Bool {
    sessions.isEmpty && pending.isEmpty && currentSession == nil && appCredentials == nil && lastMethod == nil
  }

  /// The last time when a session or a pending step was saved.
  var latestUse: Date {
    (sessions.values.map(\.signedInAt) + pending.map(\.createdAt)).max() ?? .distantPast
  }
}

extension SavedBinding: Codable {
  package init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: JSONKey.self)
    endpoint = try members.decode(String.self, forKey: "endpoint")
    project = try members.decode(String.self, forKey: "project")
    tenant = try members.decodeIfPresent(String.self, forKey: "tenant")
    currentSession = try members.decodeIfPresent(String.self, forKey: "current_session")
    sessions = try members.decode([String: SavedSession].self, forKey: "sessions")
    pending = try members.decode([PendingStep].self, forKey: "pending")
    recentCodes = try members.decodeIfPresent([PhoneVerification].self, forKey: "recent_codes")
    appCredentials = try members.decodeIfPresent(AppCredentials.self, forKey: "app_credentials")
    lastMethod = try members.decodeIfPresent(String.self, forKey: "last_method")
  }

  package func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: JSONKey.self)
    try members.encode(endpoint, forKey: "endpoint")
    try members.encode(project, forKey: "project")
    try members.encodeIfPresent(tenant, forKey: "tenant")
    try members.encodeIfPresent(currentSession, forKey: "current_session")
    try members.encode(sessions, forKey: "sessions")
    try members.encode(pending, forKey: "pending")
    try members.encodeIfPresent(recentCodes, forKey: "recent_codes")
    try members.encodeIfPresent(appCredentials, forKey: "app_credentials")
    try members.encodeIfPresent(lastMethod, forKey: "last_method")
  }
}

/// A saved session: the user, and the time and method of the sign-in.
package struct SavedSession: Equatable, Sendable {
  package var user: UserRecord
  package var signedInAt: Date
  /// The sign-in method: `phone`, `email-link`, `password`… Tokens do not distinguish `email-link` from `password`.
  ///
  /// It is nil for sessions that were imported, or that older versions saved.
  package var signInMethod: String?

  package init(_ user: UserRecord, signedInAt: Date, signInMethod: String? = nil) {
    self.user = user
    self.signedInAt = signedInAt
    self.signInMethod = signInMethod
  }

  package var uid: String { user.uid }
  package var account: Account { user.account }
  package var tokens: Tokens { user.tokens }

  /// Returns the same sign-in with the server's current data of the user.
  func updated(_ user: UserRecord) -> SavedSession {
    SavedSession(user, signedInAt: signedInAt, signInMethod: signInMethod)
  }
}

/// Encodes the user's members, with the others beside them.
extension SavedSession: Codable {
  package init(from decoder: any Decoder) throws {
    user = try UserRecord(from: decoder)
    let members = try decoder.container(keyedBy: JSONKey.self)
    signedInAt = try members.decode(Date.self, forKey: "signed_in_at")
    signInMethod = try members.decodeIfPresent(String.self, forKey: "sign_in_method")
  }

  package func encode(to encoder: any Encoder) throws {
    try user.encode(to: encoder)
    var members = encoder.container(keyedBy: JSONKey.self)
    try members.encode(signedInAt, forKey: "signed_in_at")
    try members.encodeIfPresent(signInMethod, forKey: "sign_in_method")
  }
}
