import AuthClient
import Foundation
import LocalAuthServer

/// What the guides set on an app: tenant, language, push token, notifications, addresses.
@Sendable func settingsGuide() async throws {
  let server = try LocalServer()
  let auth = server.auth()
  auth.tenantID = "customers"
  let user = try await auth.signInAnonymously().user
  try expect(user.tenantID == "customers")

  auth.setAPNSToken(Data([1, 2, 3]), type: .sandbox)
  try expect(!auth.canHandleNotification(["aps": ["alert": "hello"]]))
  try expect(auth.canHandleNotification(["com.google.firebase.auth": ["receipt": "r", "secret": "s"]]))
  try expect(!auth.canHandle(URL(string: "com.example://open")!))
}
