import IdentityToolkit

extension LocalServer {
  /// What ``LocalServer/expire(_:of:)`` ends before its time.
  public enum Expirable: Sendable, CaseIterable {
    /// Codes of SMS.
    case smsCodes
    /// Links of mails.
    case links
    /// Sign-ins that wait for their second factor.
    case pendingSignIns
    /// Sessions: their ID and refresh tokens, as if an administrator revoked them.
    case sessions
  }
}

extension LocalServer.Expirable {
  var subject: ExpireNow.Subject {
    switch self {
    case .smsCodes: .codes
    case .links: .links
    case .pendingSignIns: .pending
    case .sessions: .sessions
    }
  }
}
