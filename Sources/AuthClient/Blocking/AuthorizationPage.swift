/// The sign-in page of an identity provider, and the session ID that connects its answer to it.
package struct AuthorizationPage: Equatable, Sendable {
  package let url: String
  package let sessionID: String
}
