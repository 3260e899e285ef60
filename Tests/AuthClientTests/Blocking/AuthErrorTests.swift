import AuthClient
import HTTP
import IdentityToolkit
import Testing

@Suite struct AuthErrorTests {
  /// The table of the protocol page, section 3.3 and 3.4: only the names that are not the server's own.
  @Test(arguments: [
    ("INVALID_CODE", "invalid-verification-code"), ("SESSION_EXPIRED", "code-expired"),
    ("INVALID_SESSION_INFO", "invalid-verification-id"), ("USER_NOT_FOUND", "user-not-found"),
    ("TOKEN_EXPIRED", "user-token-expired"), ("TOO_MANY_ATTEMPTS_TRY_LATER", "too-many-requests"),
    ("CREDENTIAL_TOO_OLD_LOGIN_AGAIN", "requires-recent-login"), ("QUOTA_EXCEEDED", "quota-exceeded"),
    ("INVALID_PHONE_NUMBER", "invalid-phone-number"), ("A_CODE_FROM_TOMORROW", "a-code-from-tomorrow"),
  ])
  func serverCodesHaveTheNamesOfTheSDK(_ server: String, _ name: String) {
    let error = AuthFailure.refused(ServerError(ServerErrorCode(rawValue: server)))
    #expect(error.code.rawValue == "auth/" + name)
  }

  @Test func onlyADeadSessionEndsTheSession() {
    let ending: [ServerErrorCode] = [
      .userNotFound, .userDisabled, .invalidIDToken, .tokenExpired, .invalidRefreshToken,
      .projectNumberMismatch,
    ]
    #expect(ending.allSatisfy { AuthFailure.refused(ServerError($0)).endsSession })
    #expect(!AuthFailure.refused(ServerError(.invalidCode)).endsSession)
    #expect(!AuthFailure.network(.cutOff).endsSession)
  }
}
