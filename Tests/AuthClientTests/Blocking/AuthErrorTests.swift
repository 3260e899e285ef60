import HTTP
import IdentityToolkit
import Testing

@testable import AuthClient

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
    #expect(error.name == "auth/" + name)
  }

  /// The library and the tool say the same of one refusal.
  @Test(arguments: [
    (
      AuthFailure.refused(ServerError(.invalidCode)), AuthErrorCode.invalidVerificationCode,
      "auth/invalid-verification-code", "That code is not right."
    ),
    (
      .refused(ServerError(.passwordDoesNotMeetRequirements, "6 characters")),
      .passwordDoesNotMeetRequirements,
      "auth/password-does-not-meet-requirements", "This password does not meet the project's password policy."
    ),
    (
      .refused(ServerError(.unnamed, "Error code: 39", httpStatus: 503)), .internalError,
      "auth/internal-error", "Google does not send SMS to this number."
    ),
    (
      .refused(ServerError(.invalidHostingLinkDomain)), .invalidHostingLinkDomain,
      "auth/invalid-hosting-link-domain",
      "The link domain is not one of the project's Hosting domains."
    ),
    (
      .refusedCall(.customToken, ServerError(.invalidIdentifier)), .invalidCustomToken,
      "auth/invalid-custom-token", "The custom token has no valid uid."
    ),
    (
      .refusedCall(.method(.anonymous), ServerError(.adminOnlyOperation)), .adminRestrictedOperation,
      "auth/admin-restricted-operation", "The project does not allow anonymous accounts."
    ),
    (
      .network(.nameNotResolved(host: "a.example")), .networkError, "auth/network-request-failed",
      "Cannot find the server a.example."
    ),
    (.missingPassword, .weakPassword, "auth/missing-password", "The password is empty."),
    (.noCurrentUser, .nullUser, "auth/no-current-user", "No user is signed in."),
    (.unusable(.wrongPassword), .wrongPassword, "auth/wrong-password", "Wrong password."),
  ])
  func aFailureHasOneCodeNameAndSentence(
    _ failure: AuthFailure, _ code: AuthErrorCode, _ name: String, _ sentence: String
  ) {
    let error = AuthError(failure)
    #expect(error.code == code)
    #expect(error.errorDescription == sentence)
    #expect(failure.name == name)
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
