public import Essentials

/// The reason why a call failed.
///
/// Only ``updatedCredential`` and ``multiFactorResolver`` are secrets. The description leaves them out.
public struct AuthError: Error, Sendable {
  /// The kind of error.
  public let code: AuthErrorCode
  /// The service's own code, for example `INVALID_CODE`; nil if the service did not cause the error.
  public let serverCode: String?
  /// The service's message for developers.
  ///
  /// Do not show it to users, and do not parse it.
  public let message: String?
  /// How long to wait before you try again; nil if the service does not say.
  public let retryAfter: Duration?
  /// The resolver that finishes the sign-in, with ``AuthErrorCode/secondFactorRequired``.
  public let multiFactorResolver: MultiFactorResolver?
  /// A credential to sign in with or to link later.
  ///
  /// It comes with ``AuthErrorCode/credentialAlreadyInUse`` and ``AuthErrorCode/accountExistsWithDifferentCredential``.
  public let updatedCredential: (any AuthCredential)?
  /// The address of the conflicting account, if the service reports it.
  public let email: String?
  /// The sign-in methods of the conflicting account, if the service reports them.
  public let signInMethods: [SignInMethod]
  /// The message for users, in lower case and without a full stop.
  var sentence: Text
  /// The error that caused this one, from the connection, a ``UserPersistence`` or a delegate.
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

  /// Creates an error, for a delegate to throw or a test to expect.
  public init(_ code: AuthErrorCode, message: String? = nil) {
    self.init(code, serverCode: nil, message: message)
  }

  static var cancelled: AuthError { AuthError(.cancelled) }
}

extension AuthError: CustomStringConvertible, CustomReflectable {
  /// The name and the service's code, `auth/invalid-verification-code (INVALID_CODE)`, with the message if there is
  /// one.
  public var description: String {
    let server = serverCode.map { " (\($0))" } ?? ""
    let text = message ?? underlyingError.map { "\($0)" }
    return code.name + server + (text.map { ": " + $0 } ?? "")
  }

  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension AuthError: LocalizedError {
  /// A sentence for users, in English.
  public var errorDescription: String? {
    let sentence = sentence.english
    return String(sentence.prefix(1)).asciiUppercased() + sentence.dropFirst() + "."
  }
}

// `CustomNSError` of Foundation, which `AuthClientNSError` declares where this module has only the essentials.
extension AuthError {
  /// The domain of the `NSError`: Apple's.
  public static var errorDomain: String { AuthErrors.domain }

  /// The code of the `NSError`: Apple's number of ``code``.
  public var errorCode: Int { code.rawValue }

  /// The user info of the `NSError`, by the keys of ``AuthErrors`` and of Foundation.
  ///
  /// `NSUnderlyingErrorKey` has ``underlyingError``, which is any `Error`.
  public var errorUserInfo: [String: Any] {
    var info: [String: Any] = [AuthErrors.userInfoNameKey: code.appleName]
    info["NSLocalizedDescription"] = errorDescription
    info["NSUnderlyingError"] = underlyingError
    info[AuthErrors.userInfoEmailKey] = email
    info[AuthErrors.userInfoUpdatedCredentialKey] = updatedCredential
    info[AuthErrors.userInfoMultiFactorResolverKey] = multiFactorResolver
    return info
  }
}

#if !canImport(FoundationEssentials)
  extension AuthError: CustomNSError {}
#endif
