import Essentials
import HTTP
import IdentityToolkit
import TestSupport

/// A server that puts a text into every field it can.
struct HostileServer: HTTPTransport {
  let text: String
  /// Its every answer is a refusal, in these words.
  var refuses = false

  func send(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
    let body = refuses ? nil : answer(to: request.path)
    let refusal: JSONValue = ["error": ["code": 400, "message": quoted, "status": quoted]]
    return HTTPResponse(
      status: body == nil ? 400 : 200, headers: [:], body: Data((body ?? refusal).text.utf8))
  }

  private var quoted: JSONValue { .string(text) }

  private var token: JSONValue {
    .string(
      TokenFixture.token(
        JSONValue.object([
          .init("iss", "https://securetoken.google.com/demo-usher"), .init("aud", "demo-usher"),
          .init("sub", "u1"),
          .init("iat", 1_800_000_000), .init("exp", 1_800_003_600), .init("auth_time", 1_800_000_000),
          .init("name", quoted), .init("email", quoted), .init("phone_number", quoted), .init(text, quoted),
          .init("firebase", ["sign_in_provider": quoted, "sign_in_second_factor": quoted]),
        ]).text))
  }

  private var factors: JSONValue {
    [
      ["mfaEnrollmentId": quoted, "displayName": quoted, "phoneInfo": quoted, "enrolledAt": quoted],
      ["mfaEnrollmentId": "f2", "displayName": quoted, "totpInfo": [:]],
      ["mfaEnrollmentId": "f3", "displayName": quoted],
    ]
  }

  private var account: JSONValue {
    [
      "localId": "u1", "email": quoted, "displayName": quoted, "photoUrl": quoted, "phoneNumber": quoted,
      "providerUserInfo": [["providerId": quoted, "displayName": quoted]], "mfaInfo": factors,
    ]
  }

  private func answer(to path: String) -> JSONValue? {
    switch path.split(separator: "/").last.map(String.init) ?? "" {
    case "accounts:signInWithPassword", "accounts:signUp", "accounts:update", "accounts:signInWithIdp":
      [
        "idToken": token, "refreshToken": "r1", "expiresIn": "3600", "localId": "u1", "email": quoted,
        "displayName": quoted, "providerId": quoted,
      ]
    // Its first factor is right, and a second one is needed.
    case "accounts:signInWithEmailLink":
      ["mfaPendingCredential": "c1", "mfaInfo": factors, "email": quoted, "localId": "u1"]
    case "accounts:lookup": ["users": [account]]
    case "accounts:query": ["recordsCount": "1", "userInfo": [account]]
    case "accounts:createAuthUri": ["registered": true, "signinMethods": [quoted], "allProviders": [quoted]]
    case "accounts:sendOobCode": ["email": quoted]
    case "accounts:sendVerificationCode": ["sessionInfo": quoted]
    case "token":
      [
        "id_token": token, "access_token": token, "refresh_token": "r2", "expires_in": "3600",
        "user_id": "u1",
        "project_id": quoted,
      ]
    case "outbox":
      [
        "messages": [
          [
            "kind": quoted, "to": quoted, "from": quoted, "replyTo": quoted, "code": quoted, "link": quoted,
            "subject": quoted, "text": quoted,
            "sentAt": quoted,
          ]
        ]
      ]
    case "config", "projects":
      [
        "name": quoted, "authorizedDomains": [quoted],
        "signIn": ["phoneNumber": ["testPhoneNumbers": .object([.init(text, quoted)])]],
      ]
    case "snapshots": ["snapshots": [quoted]]
    default: nil
    }
  }
}
