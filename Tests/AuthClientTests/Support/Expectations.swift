import AuthClient
import Testing

/// What `body` fails with; fails the test where it does not.
func error(_ body: () async throws -> some Any) async throws -> AuthError {
  do {
    _ = try await body()
  } catch let error as AuthError {
    return error
  }
  Issue.record("no error")
  throw AuthErrorCode.internalError
}

/// The code that `body` fails with.
func code(_ body: () async throws -> some Any) async throws -> AuthErrorCode {
  try await error(body).code
}
