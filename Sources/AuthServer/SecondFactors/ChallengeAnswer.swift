import IdentityToolkit

/// A code, and the session that it was sent or made for.
struct ChallengeAnswer: Sendable {
  let info: SessionInfo
  let code: String

  /// Refuses an answer that lacks one of them.
  init(_ sessionInfo: String?, _ code: String?) throws(ServerError) {
    guard let sessionInfo, !sessionInfo.isEmpty else { throw ServerError(.missingSessionInfo) }
    guard let code, !code.isEmpty else { throw ServerError(.missingCode) }
    guard let info = SessionInfo(sessionInfo) else { throw ServerError(.invalidSessionInfo) }
    self.info = info
    self.code = code
  }
}
