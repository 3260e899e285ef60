import IDTokenVerifier

/// Finds out who sends a request.
struct Authentication: Sendable {
  let verifier: TokenVerifier

  /// What to answer in place of the page that was asked for.
  struct Refusal: Error, Equatable {
    var status: Int
    var headers: [String: String] = [:]
  }

  /// - Parameters:
  ///   - authorization: the value of the request's `Authorization` header.
  ///   - isSensitive: whether revocation is worth a request to the service.
  func user(
    authorization: String?, isSensitive: Bool = false
  ) async throws(Refusal) -> VerifiedToken {
    let words = authorization?.split(separator: " ") ?? []
    guard words.count == 2, words[0].lowercased() == "bearer" else {
      throw Refusal(status: 401, headers: ["WWW-Authenticate": "Bearer"])
    }
    do throws(TokenError) {
      return try await verifier.verify(idToken: String(words[1]), checkRevoked: isSensitive)
    } catch {
      // The errors hold nothing of the token: log them.
      guard error.isRefusal else { throw Refusal(status: 503, headers: ["Retry-After": "5"]) }
      throw Refusal(status: 401, headers: ["WWW-Authenticate": #"Bearer error="invalid_token""#])
    }
  }
}
