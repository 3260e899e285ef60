import IdentityToolkit

/// A code, and the session that the code is for.
struct ChallengeAnswer: Sendable {
  let info: SessionInfo
  let code: String

  /// Throws if one of them is missing.
  init(_ sessionInfo: String?, _ code: String?, for call: Call) throws(ServerError) {
    guard let sessionInfo, !sessionInfo.isEmpty else { throw call.missingPart(.missingSessionInfo) }
    guard let code, !code.isEmpty else { throw call.missingPart(.missingCode) }
    guard let info = SessionInfo(sessionInfo) else { throw ServerError(.invalidSessionInfo) }
    self.info = info
    self.code = code
  }
}
