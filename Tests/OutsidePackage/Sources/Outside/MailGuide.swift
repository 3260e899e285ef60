import AuthClient
import Foundation
import LocalAuthServer

/// The guide to mails: a password that was forgotten, in the app's language, with what the link leads on to.
@Sendable func mailGuide() async throws {
  let server = try LocalServer()
  let auth = server.auth()
  let email = "kim@example.com"
  try await auth.createUser(withEmail: email, password: "secret-1")

  auth.languageCode = "fr"
  // Or the language of the program's environment.
  auth.useAppLanguage()
  try await auth.sendPasswordReset(
    withEmail: email, actionCodeSettings: ActionCodeSettings(url: URL(string: "http://localhost/?email=kim")))

  let link = try found(ActionCodeURL(link: try server.link(to: email)))
  let info = try await auth.checkActionCode(link.code)
  try expect(info.operation == .passwordReset && info.email == email)
  try expect(try await auth.verifyPasswordResetCode(link.code) == email)
  try await auth.confirmPasswordReset(withCode: link.code, newPassword: "secret-2")
  try await auth.signIn(withEmail: email, password: "secret-2")
}
