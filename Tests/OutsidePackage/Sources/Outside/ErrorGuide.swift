import AuthClient
import Foundation
import LocalAuthServer

/// The guide to errors: one switch over what may go wrong.
@Sendable func errorGuide() async throws {
  let server = try LocalServer()
  let auth = server.auth()
  try await auth.createUser(withEmail: "kim@example.com", password: "secret-1")
  try server.fail(.signInWithPassword, with: "TOO_MANY_ATTEMPTS_TRY_LATER")
  do {
    try await auth.signIn(withEmail: "kim@example.com", password: "secret-1")
    try expect(false)
  } catch let error as AuthError {
    switch error.code {
    case .invalidEmail: try expect(false, "invalid email")
    case .emailAlreadyInUse: try expect(false, "in use")
    case .tooManyRequests: try expect(error.serverCode == "TOO_MANY_ATTEMPTS_TRY_LATER")
    default: try expect(false, "\(error)")
    }
  }
  do {
    try await auth.createUser(withEmail: "kim@example.com", password: "secret-1")
    try expect(false)
  } catch let error as AuthError {
    try expect(error.code == .emailAlreadyInUse && error.code.rawValue == 17007)
    // As Apple's SDK has it.
    let nsError = error as NSError
    try expect(nsError.domain == AuthErrorDomain && nsError.code == 17007, "\(nsError)")
    try expect(nsError.userInfo[AuthErrorUserInfoNameKey] as? String == "ERROR_EMAIL_ALREADY_IN_USE")
  }
}
