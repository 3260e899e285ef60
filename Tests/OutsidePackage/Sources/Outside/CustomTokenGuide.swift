import AuthClient
import LocalAuthServer

/// The guide to custom tokens.
@Sendable func customTokenGuide() async throws {
  let server = try LocalServer()
  let auth = server.auth()
  let customToken = try server.customToken(uid: "robot-7", claims: ["level": 3])
  let result = try await auth.signIn(withCustomToken: customToken)
  try expect(result.user.uid == "robot-7")
  try expect(try await result.user.getIDTokenResult().claims["level"] as? Int == 3)
}
