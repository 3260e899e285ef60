import AuthClient
import Foundation
import LocalAuthServer

/// The guide to managing users: profile, address, password, re-authentication, deletion, tokens for one's own server.
@Sendable func userGuide() async throws {
  let server = try LocalServer()
  let auth = server.auth()
  try await auth.createUser(withEmail: "kim@example.com", password: "secret-1")

  var changeRequest = auth.currentUser?.createProfileChangeRequest()
  changeRequest?.displayName = "Kim"
  changeRequest?.photoURL = URL(string: "https://example.com/kim/profile.jpg")
  try await changeRequest?.commitChanges()
  try expect(auth.currentUser?.displayName == "Kim")

  try await auth.currentUser?.sendEmailVerification(beforeUpdatingEmail: "new@example.com")
  try expect(ActionCodeURL(link: try server.link(to: "new@example.com"))?.operation == .verifyAndChangeEmail)

  try await auth.currentUser?.sendEmailVerification()
  let verification = try found(ActionCodeURL(link: try server.link(to: "kim@example.com")))
  try await auth.applyActionCode(verification.code)
  try await auth.currentUser?.reload()
  try expect(auth.currentUser?.isEmailVerified == true)

  try await auth.currentUser?.updatePassword(to: "secret-2")

  let user = try found(auth.currentUser)
  let credential = EmailAuthProvider.credential(withEmail: "kim@example.com", password: "secret-2")
  try await user.reauthenticate(with: credential)

  // For one's own server.
  let currentUser = auth.currentUser
  let idToken = try await currentUser?.getIDToken(forcingRefresh: true)
  try expect(idToken?.isEmpty == false)
  let result = try await currentUser?.getIDTokenResult()
  try expect(result?.signInProvider == "password" && result?.claims["email"] as? String == "kim@example.com")

  try await user.delete()
  try expect(auth.currentUser == nil)
}
