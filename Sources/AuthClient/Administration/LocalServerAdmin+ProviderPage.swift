import HTTP

extension LocalServerAdmin {
  /// Returns the address that the local server's provider page redirects a browser to. The page's URL names the
  /// identity in `usher_identity`.
  package func callback(from page: AuthorizationPage) throws(AuthFailure) -> String {
    let answer = try backend.visit(page.url)
    guard [302, 303].contains(answer.status), let location = answer.headers["Location"] else {
      throw .malformedAnswer(status: answer.status, reason: "the provider's page did not take the identity")
    }
    return location
  }
}
