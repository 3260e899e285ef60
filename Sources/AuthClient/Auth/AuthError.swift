public import Essentials

/// Why a call failed.
///
/// It holds no secret but ``updatedCredential`` and ``multiFactorResolver``, which its description leaves out.
public struct AuthError: Error, Sendable {
  /// What went wrong.
  public let code: AuthErrorCode
  /// The service's own word, `INVALID_CODE`; nil where it was not the service that refused.
  public let serverCode: String?
  /// What the service adds for developers. Not for users, and never to be parsed.
  public let message: String?
  /// How long to wait before another try, where the service says so.
  public let retryAfter: Duration?
  /// What ends the sign-in; with ``AuthErrorCode/secondFactorRequired``.
  public let multiFactorResolver: MultiFactorResolver?
  /// What to sign in or to link with instead; with ``AuthErrorCode/credentialAlreadyInUse`` and
  /// ``AuthErrorCode/accountExistsWithDifferentCredential``.
  public let updatedCredential: (any AuthCredential)?
  /// The address of the account in the way, where the service tells it.
  public let email: String?
  /// The providers of the account in the way, where the service tells them.
  public let signInMethods: [SignInMethod]
  /// What people are told, in lower case and without a full stop.
  var sentence: String
  /// What failed below: a connection, a ``UserPersistence``, an ``AuthUIDelegate``.
  public let underlyingError: (any Error)?

  init(
    _ code: AuthErrorCode, serverCode: String? = nil, message: String? = nil, retryAfter: Duration? = nil,
    resolver: MultiFactorResolver? = nil, updatedCredential: (any AuthCredential)? = nil,
    email: String? = nil, signInMethods: [SignInMethod] = [], underlyingError: (any Error)? = nil
  ) {
    self.code = code
    sentence = code.sentence
    self.serverCode = serverCode
    self.message = message
    self.retryAfter = retryAfter
    multiFactorResolver = resolver
    self.updatedCredential = updatedCredential
    self.email = email
    self.signInMethods = signInMethods
    self.underlyingError = underlyingError
  }

  /// An error of one's own: what an ``AuthUIDelegate`` throws, or a test expects.
  public init(_ code: AuthErrorCode, message: String? = nil) {
    self.init(code, serverCode: nil, message: message)
  }

  static var cancelled: AuthError { AuthError(.cancelled) }
}

extension AuthError: CustomStringConvertible, CustomReflectable {
  /// `auth/invalid-verification-code (INVALID_CODE)`, with the service's message where there is one.
  public var description: String {
    let server = serverCode.map { " (\($0))" } ?? ""
    let text = message ?? underlyingError.map { "\($0)" }
    return code.name + server + (text.map { ": " + $0 } ?? "")
  }

  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension AuthError: LocalizedError {
  /// A sentence for people, in English.
  public var errorDescription: String? {
    String(sentence.prefix(1)).asciiUppercased() + sentence.dropFirst() + "."
  }
}
