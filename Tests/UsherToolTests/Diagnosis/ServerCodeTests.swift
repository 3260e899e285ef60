import AuthClient
import CommandKit
import Essentials
import IdentityToolkit
import TestSupport
import Testing

@testable import UsherTool

/// The protocol's table of refusals: the server's code, the JavaScript SDK's name, the exit status.
@Suite struct ServerCodeTests {
  @Test(arguments: known + furtherOnes)
  func aRefusalHasTheNameAndTheExitStatusOfTheTable(_ code: String, _ name: String, _ exit: ExitCode) {
    let code = ServerErrorCode(rawValue: code)
    #expect(RefusalMeaning.name(of: code) == "auth/" + name)
    let diagnosis = Diagnosis(ServerError(code))
    #expect(diagnosis.code == "auth/" + name)
    #expect(diagnosis.exit == exit)
    #expect(diagnosis.serverCode == code.rawValue)
    // A sentence of its own, not the one for strangers.
    #expect(!diagnosis.message.contains(code.rawValue))
  }

  /// The library has the sentences, the tool the exit statuses.
  @Test func everyCodeWithASentenceHasAnExitStatus() {
    #expect(Set(RefusalMeaning.table.keys) == Set(ServerErrorExit.table.keys))
  }

  @Test(arguments: ofAdminCalls)
  func aRefusalOfAnAdminCallIsPutIntoWords(_ code: String) {
    #expect(ServerErrorExit.table[ServerErrorCode(rawValue: code)] != nil)
  }

  @Test func aCustomTokenWithAWrongUIDIsNoWrongAddress() {
    let refusal = ServerError(.invalidIdentifier, "Invalid user ID length.")
    #expect(
      Diagnosis(AuthFailure.refusedCall(.customToken, refusal), now: .distantPast)
        == Diagnosis(
          "auth/invalid-custom-token", .rejected,
          "the custom token has no valid uid",
          hint: "a uid has 1 to 128 characters: get another token from the service that made this one",
          serverCode: "INVALID_IDENTIFIER", retry: .newInput))
  }

  /// The emulator says so of another project's credential, and gives the reason.
  @Test func aProjectWithoutTenantsIsNoWrongProject() {
    #expect(Diagnosis(ServerError(.invalidProjectID)).message == "the project does not allow tenants")
    let detail = "Project ID does not match MFA pending credential."
    #expect(Diagnosis(ServerError(.invalidProjectID, detail)).message == "this belongs to another project")
  }

  @Test func aCodeThatNobodyKnowsStaysReadable() {
    let code = ServerErrorCode(rawValue: "A_CODE_FROM_TOMORROW")
    #expect(
      Diagnosis(ServerError(code, "Come back later.", httpStatus: 400))
        == Diagnosis(
          "auth/a-code-from-tomorrow", .failure, "the server refused: A_CODE_FROM_TOMORROW: Come back later.",
          serverCode: "A_CODE_FROM_TOMORROW"))
    #expect(
      Diagnosis(ServerError(code, httpStatus: 503, retryAfter: 7))
        == Diagnosis(
          "auth/a-code-from-tomorrow", .unavailable, "the server refused: A_CODE_FROM_TOMORROW",
          serverCode: "A_CODE_FROM_TOMORROW", retry: .same, retryAfter: 7))
  }

  @Test func anSMSThatGoogleWithholdsIsExplained() throws {
    let hint = Hint(
      "check the SMS region policy and reCAPTCHA in the Firebase console, under Authentication > Settings"
    ).then("or try another number, or a fictional number for tests")
    func diagnosis(_ status: Int, _ body: String) throws -> Diagnosis {
      let envelope = try JSONDecoder().decode(ErrorEnvelope.self, from: Data(#"{"error":\#(body)}"#.utf8))
      return Diagnosis(envelope.serverError(httpStatus: status))
    }
    let withheld = try diagnosis(
      503, #"{"message":"Error code: 39","errors":[{"message":"Error code: 39","reason":"backendError"}]}"#)
    #expect(withheld.code == "auth/internal-error")
    #expect(withheld.exit == .unavailable)
    #expect(withheld.message == "Google does not send SMS to this number (Error code: 39)")
    #expect(withheld.hint == hint)
    let sentence = "Quota exceeded for quota metric 'Verification SMS requests' and limit 'per day'."
    let quota = try diagnosis(429, #"{"message":"\#(sentence)","status":"RESOURCE_EXHAUSTED"}"#)
    #expect(quota.code == "auth/quota-exceeded")
    #expect(quota.exit == .rateLimited)
    #expect(quota.message == Text("the project's quota of SMS is used up (\(sentence))"))
    #expect(quota.hint == hint)
    let rate = #"[{"reason":"RATE_LIMIT_EXCEEDED","domain":"googleapis.com"}]"#
    let limit = try diagnosis(
      429, #"{"message":"\#(sentence)","status":"RESOURCE_EXHAUSTED","details":\#(rate)}"#)
    #expect(limit.code == "auth/too-many-requests")
    #expect((limit.exit, limit.message, limit.hint) == (.rateLimited, quota.message, hint))
    let reads = "Quota exceeded for quota metric 'Read requests' and limit 'per minute'."
    let other = try diagnosis(
      429, #"{"message":"\#(reads)","status":"RESOURCE_EXHAUSTED","details":\#(rate)}"#)
    #expect(other.message == Text("too many attempts (\(reads))"))
  }

  @Test func aSentenceOfTheServerIsShownAsItIs() throws {
    let sentence = "Precondition check failed: no."
    var refusal = ServerError(ServerErrorCode(rawValue: "FAILED_PRECONDITION"), sentence)
    refusal.isSentence = true
    #expect(
      Diagnosis(refusal)
        == Diagnosis(
          "auth/failed-precondition", .failure, Text("the server refused: \(sentence)"),
          serverCode: "FAILED_PRECONDITION"))
    (refusal.code, refusal.httpStatus) = (.unnamed, 503)
    #expect(
      Diagnosis(refusal)
        == Diagnosis(
          "auth/internal-error", .unavailable, Text("the server refused: \(sentence)"),
          serverCode: "INTERNAL_ERROR", retry: .same))
  }

  /// The codes that Apple's SDK knows too.
  private static let known: [(String, String, ExitCode)] = [
    ("ADMIN_ONLY_OPERATION", "admin-restricted-operation", .project),
    ("APP_NOT_VERIFIED", "app-not-verified", .appVerification),
    ("BLOCKING_FUNCTION_ERROR_RESPONSE", "internal-error", .project),
    ("CAPTCHA_CHECK_FAILED", "captcha-check-failed", .appVerification),
    ("CREDENTIAL_MISMATCH", "custom-token-mismatch", .rejected),
    ("CREDENTIAL_TOO_OLD_LOGIN_AGAIN", "requires-recent-login", .reauthNeeded),
    ("EMAIL_CHANGE_NEEDS_VERIFICATION", "email-change-needs-verification", .project),
    ("EMAIL_EXISTS", "email-already-in-use", .conflict),
    ("EMAIL_NOT_FOUND", "user-not-found", .rejected),
    ("EXPIRED_OOB_CODE", "expired-action-code", .expired),
    ("FEDERATED_USER_ID_ALREADY_LINKED", "credential-already-in-use", .conflict),
    ("INVALID_APP_CREDENTIAL", "invalid-app-credential", .appVerification),
    ("INVALID_CODE", "invalid-verification-code", .rejected),
    ("INVALID_CONTINUE_URI", "invalid-continue-uri", .data),
    ("INVALID_CUSTOM_TOKEN", "invalid-custom-token", .rejected),
    ("INVALID_EMAIL", "invalid-email", .data),
    ("INVALID_HOSTING_LINK_DOMAIN", "invalid-hosting-link-domain", .project),
    ("INVALID_IDENTIFIER", "invalid-email", .data),
    ("INVALID_IDP_RESPONSE", "invalid-credential", .rejected),
    ("INVALID_ID_TOKEN", "invalid-user-token", .notSignedIn),
    ("INVALID_LOGIN_CREDENTIALS", "invalid-credential", .rejected),
    ("INVALID_MESSAGE_PAYLOAD", "invalid-message-payload", .project),
    ("INVALID_MFA_PENDING_CREDENTIAL", "invalid-multi-factor-session", .expired),
    ("INVALID_OOB_CODE", "invalid-action-code", .expired),
    ("INVALID_PASSWORD", "wrong-password", .rejected),
    ("INVALID_PENDING_TOKEN", "invalid-credential", .rejected),
    ("INVALID_PHONE_NUMBER", "invalid-phone-number", .data),
    ("INVALID_PROVIDER_ID", "invalid-provider-id", .data),
    ("INVALID_RECIPIENT_EMAIL", "invalid-recipient-email", .data),
    ("INVALID_SENDER", "invalid-sender", .project),
    ("INVALID_SESSION_INFO", "invalid-verification-id", .expired),
    ("MFA_ENROLLMENT_NOT_FOUND", "multi-factor-info-not-found", .rejected),
    ("MISSING_ANDROID_PACKAGE_NAME", "missing-android-pkg-name", .usage),
    ("MISSING_APP_CREDENTIAL", "missing-app-credential", .appVerification),
    ("MISSING_CLIENT_IDENTIFIER", "missing-client-identifier", .appVerification),
    ("MISSING_CONTINUE_URI", "internal-error", .usage),
    ("MISSING_EMAIL", "missing-email", .usage),
    ("MISSING_IOS_APP_TOKEN", "missing-ios-app-token", .appVerification),
    ("MISSING_IOS_BUNDLE_ID", "missing-ios-bundle-id", .usage),
    ("MISSING_MFA_ENROLLMENT_ID", "missing-multi-factor-info", .usage),
    ("MISSING_MFA_PENDING_CREDENTIAL", "missing-multi-factor-session", .usage),
    ("MISSING_OR_INVALID_NONCE", "missing-or-invalid-nonce", .rejected),
    ("OPERATION_NOT_ALLOWED", "operation-not-allowed", .project),
    ("PASSWORD_DOES_NOT_MEET_REQUIREMENTS", "password-does-not-meet-requirements", .data),
    ("PASSWORD_LOGIN_DISABLED", "operation-not-allowed", .project),
    ("QUOTA_EXCEEDED", "quota-exceeded", .rateLimited),
    ("SECOND_FACTOR_EXISTS", "second-factor-already-in-use", .conflict),
    ("SECOND_FACTOR_LIMIT_EXCEEDED", "maximum-second-factor-count-exceeded", .conflict),
    ("SESSION_EXPIRED", "code-expired", .expired),
    ("TENANT_ID_MISMATCH", "tenant-id-mismatch", .project),
    ("TOKEN_EXPIRED", "user-token-expired", .notSignedIn),
    ("TOO_MANY_ATTEMPTS_TRY_LATER", "too-many-requests", .rateLimited),
    ("UNAUTHORIZED_DOMAIN", "unauthorized-continue-uri", .project),
    ("UNSUPPORTED_FIRST_FACTOR", "unsupported-first-factor", .account),
    ("UNSUPPORTED_TENANT_OPERATION", "unsupported-tenant-operation", .project),
    ("UNVERIFIED_EMAIL", "unverified-email", .account),
    ("USER_DISABLED", "user-disabled", .account),
    ("USER_NOT_FOUND", "user-not-found", .notSignedIn),
    ("WEAK_PASSWORD", "weak-password", .data),
  ]

  /// The codes that Apple's SDK does not know.
  private static let furtherOnes: [(String, String, ExitCode)] = [
    ("MISSING_PASSWORD", "missing-password", .usage),
    ("MISSING_CODE", "missing-code", .usage),
    ("MISSING_SESSION_INFO", "missing-verification-id", .usage),
    ("MISSING_OOB_CODE", "internal-error", .usage),
    ("MISSING_REQ_TYPE", "internal-error", .usage),
    ("MISSING_CUSTOM_TOKEN", "internal-error", .usage),
    ("INVALID_REQ_TYPE", "invalid-req-type", .data),
    ("INVALID_TEMPORARY_PROOF", "invalid-credential", .rejected),
    ("PHONE_NUMBER_EXISTS", "phone-number-exists", .conflict),
    ("INVALID_REFRESH_TOKEN", "invalid-refresh-token", .notSignedIn),
    ("MISSING_REFRESH_TOKEN", "missing-refresh-token", .notSignedIn),
    ("INVALID_GRANT_TYPE", "invalid-grant-type", .notSignedIn),
    ("PROJECT_NUMBER_MISMATCH", "project-number-mismatch", .notSignedIn),
    ("MISSING_ID_TOKEN", "missing-id-token", .notSignedIn),
    ("MISSING_CREDENTIAL", "missing-credential", .usage),
    ("INVALID_MFA_ENROLLMENT_ID", "invalid-mfa-enrollment-id", .data),
    ("INVALID_MFA_PHONE_NUMBER", "invalid-mfa-phone-number", .data),
    ("DUPLICATE_MFA_ENROLLMENT_ID", "duplicate-mfa-enrollment-id", .data),
    ("UNSUPPORTED_SECOND_FACTOR", "unsupported-second-factor", .data),
    ("TOTP_CHALLENGE_TIMEOUT", "totp-challenge-timeout", .expired),
    ("TOO_MANY_ENROLLMENT_ATTEMPTS", "too-many-enrollment-attempts", .rateLimited),
    ("MFA_ENROLLMENT_ALREADY_COMPLETE", "mfa-enrollment-already-complete", .conflict),
    ("MISSING_DISPLAY_NAME", "missing-display-name", .usage),
    ("RESET_PASSWORD_EXCEED_LIMIT", "too-many-requests", .rateLimited),
    ("PROJECT_DISABLED", "project-disabled", .project),
    ("BILLING_NOT_ENABLED", "billing-not-enabled", .project),
    ("INVALID_PROJECT_ID", "invalid-project-id", .project),
    ("CONFIGURATION_NOT_FOUND", "configuration-not-found", .project),
    ("INSUFFICIENT_PERMISSION", "insufficient-permission", .data),
    ("REJECTED_CREDENTIAL", "rejected-credential", .rejected),
    ("INVALID_TENANT_ID", "invalid-tenant-id", .project),
    ("INVALID_DISPLAY_NAME", "invalid-display-name", .data),
    ("TENANT_NOT_FOUND", "tenant-not-found", .project),
    ("TENANT_DELETED", "tenant-deleted", .project), ("TENANT_DISABLED", "tenant-disabled", .project),
    ("DYNAMIC_LINK_NOT_ACTIVATED", "dynamic-link-not-activated", .project),
    ("INVALID_ARGUMENT", "invalid-argument", .data),
    ("RECAPTCHA_NOT_ENABLED", "recaptcha-not-enabled", .appVerification),
    ("MISSING_RECAPTCHA_TOKEN", "missing-recaptcha-token", .appVerification),
    ("INVALID_RECAPTCHA_TOKEN", "invalid-recaptcha-token", .appVerification),
    ("INVALID_RECAPTCHA_ACTION", "invalid-recaptcha-action", .appVerification),
    ("MISSING_CLIENT_TYPE", "missing-client-type", .appVerification),
    ("MISSING_RECAPTCHA_VERSION", "missing-recaptcha-version", .appVerification),
    ("INVALID_RECAPTCHA_VERSION", "invalid-recaptcha-version", .appVerification),
  ]

  private static let ofAdminCalls = [
    "DUPLICATE_LOCAL_ID", "DUPLICATE_EMAIL", "EMAIL_EXISTS", "PHONE_NUMBER_EXISTS", "INVALID_DURATION",
    "INVALID_PAGE_SELECTION", "INVALID_TESTING_PHONE_NUMBER", "LOCAL_ID_LIST_EXCEEDS_LIMIT", "NOT_DISABLED",
    "MISSING_USER_ACCOUNT", "USER_NOT_FOUND", "TENANT_NOT_FOUND", "INVALID_TENANT_ID",
    "CONFIGURATION_NOT_FOUND", "INVALID_CLAIMS", "FORBIDDEN_CLAIM", "CLAIMS_TOO_LARGE",
    "INSUFFICIENT_PERMISSION", "QUOTA_EXCEEDED",
  ]
}
