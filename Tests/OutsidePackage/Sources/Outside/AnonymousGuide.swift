import AuthClient
import LocalAuthServer

/// The guide to anonymous users: sign in, and turn the account into a permanent one.
@Sendable func anonymousGuide() async throws {
  let auth = try LocalServer().auth()

  let authResult = try await auth.signInAnonymously()
  let user = authResult.user
  let isAnonymous = user.isAnonymous
  let uid = user.uid
  try expect(isAnonymous)

  let credential = EmailAuthProvider.credential(withEmail: "kim@example.com", password: "secret-1")
  let linked = try await user.link(with: credential)
  try expect(linked.user.uid == uid && !linked.user.isAnonymous)
}
