import HTTP

extension LocalServerAdmin {
  /// Where the local server's own page for a provider sends a browser, once `usher_identity` has chosen for it.
  package func callback(from page: AuthorizationPage) throws(AuthFailure) -> String {
    let answer = try backend.visit(page.url)
    guard [302, 303].contains(answer.status), let location = answer.headers["Location"] else {
      throw .malformedAnswer(status: answer.status, reason: "the provider's page did not take the identity")
    }
    return location
  }
}
