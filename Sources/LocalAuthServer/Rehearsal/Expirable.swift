import IdentityToolkit

extension LocalServer {
  /// The things that ``LocalServer/expire(_:of:)`` can end early.
  public enum Expirable: Sendable, CaseIterable {
    /// SMS codes.
    case smsCodes
    /// E-mail links.
    case links
    /// Sign-ins that wait for a second factor.
    case pendingSignIns
    /// Sessions: their ID and refresh tokens end as if an administrator revoked them.
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
