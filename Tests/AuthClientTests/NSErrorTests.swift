import AuthClient
import Foundation
import HTTP
import TestSupport
import Testing

/// What a program finds that was written for Apple's SDK, where errors are `NSError`s.
@Suite struct NSErrorTests {
  private let harness: ClientHarness
  private var auth: Auth { harness.auth }

  init() throws {
    harness = try ClientHarness()
  }

  private func nsError(_ body: () async throws -> some Any) async throws -> NSError {
    do {
      _ = try await body()
    } catch {
      return error as NSError
    }
    Issue.record("no error")
    throw AuthErrorCode.internalError
  }

  @Test func aSecondFactorIsAskedForAsThere() async throws {
    let (secret, user) = try await harness.enrollTOTP()
    try await auth.signOut()
    let error = try await nsError {
      try await auth.signIn(withEmail: ClientHarness.email, password: "secret-1")
    }
    #expect(error.domain == AuthErrorDomain && error.domain == "FIRAuthErrorDomain")
    #expect(error.code == AuthErrorCode.secondFactorRequired.rawValue)
    #expect(
      Set(error.userInfo.keys) == [
        AuthErrorUserInfoNameKey, AuthErrorUserInfoMultiFactorResolverKey, NSLocalizedDescriptionKey,
      ])
    #expect(error.userInfo[AuthErrorUserInfoNameKey] as? String == "ERROR_SECOND_FACTOR_REQUIRED")
    #expect(error.localizedDescription == "This sign-in needs a second factor.")
    let resolver = try #require(
      error.userInfo[AuthErrorUserInfoMultiFactorResolverKey] as? MultiFactorResolver)
    let result = try await resolver.resolveSignIn(
      with: TOTPMultiFactorGenerator.assertionForSignIn(
        withEnrollmentID: resolver.hints[0].uid, oneTimePassword: try harness.code(of: secret)))
    #expect(result.user.uid == user.uid)
  }

  @Test func anothersNumberGivesACredential() async throws {
    let owner = try await harness.signInByPhone().user.uid
    let user = try await auth.signInAnonymously().user
    harness.clock.advance(60)
    let credential = try await harness.phoneCredential()
    let error = try await nsError { try await user.link(with: credential) }
    #expect(error.code == AuthErrorCode.credentialAlreadyInUse.rawValue)
    let updated = try #require(error.userInfo[AuthErrorUserInfoUpdatedCredentialKey] as? any AuthCredential)
    #expect(try await auth.signIn(with: updated).user.uid == owner)
  }

  @Test func aConnectionThatFailsIsTheUnderlyingError() async throws {
    harness.transport.fail(.nameNotResolved(host: "identitytoolkit.googleapis.com"))
    let error = try await nsError { try await auth.signInAnonymously() }
    #expect(error.code == AuthErrorCode.networkError.rawValue)
    #expect((error.userInfo[NSUnderlyingErrorKey] as? NetworkProblem)?.kind == .nameNotResolved)
  }

  @Test func namesAreApples() {
    let names = [
      AuthErrorCode.wrongPassword, .networkError, .sessionExpired, .missingAppCredential, .nullUser,
    ]
    .map { (AuthError($0) as NSError).userInfo[AuthErrorUserInfoNameKey] as? String }
    #expect(
      names == [
        "ERROR_WRONG_PASSWORD", "ERROR_NETWORK_REQUEST_FAILED", "ERROR_SESSION_EXPIRED",
        "MISSING_APP_CREDENTIAL", "ERROR_NULL_USER",
      ])
  }
}
