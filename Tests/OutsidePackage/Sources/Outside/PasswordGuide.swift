import AuthClient
import LocalAuthServer

/// The guide to passwords: create an account, sign in, get the user's profile, sign out.
@Sendable func passwordGuide() async throws {
  let auth = try LocalServer().auth()
  let (email, password) = ("kim@example.com", "secret-1")

  let created = try await auth.createUser(withEmail: email, password: password)
  try expect(created.user.email == email)

  try await auth.signOut()
  try expect(auth.currentUser == nil)

  try await auth.signIn(withEmail: email, password: password)
  if let user = auth.currentUser {
    let uid = user.uid
    let email = user.email
    let photoURL = user.photoURL
    try expect(uid == created.user.uid && email == "kim@example.com" && photoURL == nil)
  } else {
    try expect(false)
  }
}
