import AuthClient
import Foundation
import LocalAuthServer

/// The guide to e-mail links: send one, complete the sign-in, re-authenticate and tell the methods apart.
@Sendable func emailLinkGuide() async throws {
  let server = try LocalServer()
  let auth = server.auth()
  let email = "kim@example.com"

  var actionCodeSettings = ActionCodeSettings()
  actionCodeSettings.url = URL(string: "http://localhost/finish?cartId=1234")
  // The operation has to be always completed in the app.
  actionCodeSettings.handleCodeInApp = true
  actionCodeSettings.setIOSBundleID("com.example.ios")
  actionCodeSettings.setAndroidPackageName(
    "com.example.android", installIfNotAvailable: false, minimumVersion: "12")
  try await auth.sendSignInLink(toEmail: email, actionCodeSettings: actionCodeSettings)

  let link = try server.signInLink(to: email)
  if auth.isSignIn(withEmailLink: link) {
    let result = try await auth.signIn(withEmail: email, link: link)
    try expect(result.user.isEmailVerified)
  } else {
    try expect(false, link)
  }

  // Re-authenticate with another link.
  try await auth.sendSignInLink(toEmail: email, actionCodeSettings: actionCodeSettings)
  let credential = EmailAuthProvider.credential(withEmail: email, link: try server.signInLink(to: email))
  try await auth.currentUser?.reauthenticate(with: credential)

  // Differentiate link from password.
  try server.disable(.enumerationProtection)
  let signInMethods = try await auth.fetchSignInMethods(forEmail: email)
  try expect(!signInMethods.contains(EmailPasswordAuthSignInMethod))
  try expect(signInMethods.contains(EmailLinkAuthSignInMethod))
}
