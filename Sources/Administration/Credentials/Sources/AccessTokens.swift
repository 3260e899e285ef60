package import Essentials
package import HTTP
private import Synchronization

/// The access tokens of one credential.
///
/// It blocks. It keeps a token in memory until 60 seconds before its end, and stores nothing.
package final class AccessTokens: Sendable {
  private let credential: GoogleCredential
  private let requests: TokenRequests
  private let latest = Mutex<AccessToken?>(nil)

  /// - Parameters:
  ///   - transport: Sends the requests. It must not follow redirects.
  ///   - files: Reads the file that a workload's token is in.
  package init(
    of credential: GoogleCredential, over transport: any HTTPTransport, files: CredentialFiles,
    now: @escaping @Sendable () -> Date
  ) {
    self.credential = credential
    requests = TokenRequests(transport: transport, files: files, now: now)
  }

  /// Returns a token that can be used now, and requests a new one if needed.
  package func token() throws(GoogleCredentialError) -> AccessToken {
    try latest.withLock { latest throws(GoogleCredentialError) in
      if let token = latest, token.isUsable(at: requests.now()) { return token }
      let token = try credential.token(over: requests)
      latest = token
      return token
    }
  }
}

/// Keeps the token out of `dump`.
extension AccessTokens: CustomReflectable {
  package var customMirror: Mirror { Mirror(self, children: []) }
}
