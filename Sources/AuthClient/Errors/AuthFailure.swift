package import Essentials
package import HTTP
package import IdentityToolkit

/// Why the library could not do what was asked.
package enum AuthFailure: Error, Equatable, Sendable {
  /// Nothing usable came back.
  case network(HTTPError)
  /// The service said no.
  case refused(ServerError)
  /// The service said no with a code that means something else of calls of that kind than of others.
  case refusedCall(CallKind, ServerError)
  /// An answer that the protocol does not have: HTML, a bare status, missing fields.
  case malformedAnswer(status: Int, reason: String)
  /// A request that JSON cannot express, too deep say; nothing was sent.
  case malformedRequest
  case missingPhoneNumber
  case invalidPhoneNumber(PhoneNumber.Problem)
  case missingVerificationCode
  case missingVerificationID
  case noCurrentUser
  /// Re-authentication ended at another account.
  case userMismatch
  /// The credential is right, but another account's; the one given here signs in to that account.
  case credentialAlreadyInUse(ProviderCredential)
  /// Another account has the identity's address: sign in to it by one of `providers`, then link.
  case accountExistsWithDifferentCredential(email: String?, providers: [String], OAuthCredential)
  /// The account has this provider linked already.
  case providerAlreadyLinked(String)
  /// The account does not have this provider linked.
  case noSuchProvider(String)
  case missingEmail
  case missingPassword
  /// An ID token of another project or tenant than the one that was meant; it is not kept.
  case foreignToken(project: String, tenant: String?)
  /// An ID token that cannot be read.
  case malformedToken
  /// The ID token expired and there is no refresh token to renew it with.
  case sessionCannotRenew
  /// The app could not be shown to be the app.
  case appVerification(AppVerificationError)
  /// The client refuses what was given itself, without asking the service for it.
  case unusable(AuthErrorCode)
  case caller(CallerFailure)

  /// What Apple's SDK calls it.
  package var code: AuthErrorCode {
    switch self {
    case .network(.interrupted): .cancelled
    case .network(.handler): .internalError
    case .network: .networkError
    case .refusedCall(.customToken, _): .invalidCustomToken
    case .refusedCall(.secondFactorCode, _): .tooManyRequests
    case .refused(let refusal), .refusedCall(_, let refusal): RefusalMeaning.code(of: refusal.code)
    case .malformedAnswer: .networkError
    case .malformedRequest: .invalidArgument
    case .missingPhoneNumber: .missingPhoneNumber
    case .invalidPhoneNumber: .invalidPhoneNumber
    case .missingVerificationCode: .missingVerificationCode
    case .missingVerificationID: .missingVerificationID
    case .noCurrentUser: .nullUser
    case .userMismatch: .userMismatch
    case .credentialAlreadyInUse: .credentialAlreadyInUse
    case .accountExistsWithDifferentCredential: .accountExistsWithDifferentCredential
    case .providerAlreadyLinked: .providerAlreadyLinked
    case .noSuchProvider: .noSuchProvider
    case .missingEmail: .missingEmail
    case .missingPassword: .weakPassword
    case .foreignToken: .invalidUserToken
    case .malformedToken: .malformedJWT
    case .sessionCannotRenew: .userTokenExpired
    case .appVerification(let error): error.code
    case .unusable(let code): code
    case .caller: .internalError
    }
  }

  /// What Firebase's JavaScript SDK calls it, `auth/invalid-verification-code`.
  package var name: String {
    switch self {
    case .network(.interrupted): AuthErrorCode.networkError.name
    case .refusedCall(.customToken, _), .refusedCall(.secondFactorCode, _): code.name
    case .refused(let refusal), .refusedCall(_, let refusal): RefusalMeaning.name(of: refusal.code)
    case .missingPassword: RefusalMeaning.name(of: .missingPassword)
    case .malformedToken: AuthErrorCode.internalError.name
    case .appVerification(let error): error.name
    default: code.name
    }
  }

  /// What people are told, in lower case and without a full stop.
  package var sentence: Text {
    switch self {
    case .network(let error): error.sentence
    case .refused(let refusal): Self.sentence(of: refusal, RefusalCause(refusal))
    case .refusedCall(let kind, let refusal): Self.sentence(of: refusal, RefusalCause(refusal, of: kind))
    case .malformedAnswer(let status, let reason):
      "the server's answer is not valid (HTTP \(status), \(reason))"
    case .malformedRequest: "the input is nested too deep to be sent as JSON"
    case .invalidPhoneNumber(let problem): problem.sentence
    case .credentialAlreadyInUse(let credential): "\(credential.spokenName) belongs to another account"
    case .accountExistsWithDifferentCredential(let email, let providers, _):
      Self.conflict(email, providers.joined(separator: ", "))
    case .noSuchProvider(let provider): "the account has no provider \(provider) linked"
    case .missingPassword: "the password is empty"
    case .foreignToken(let project, let tenant):
      tenant.map { "the ID token is for project \(project), tenant \($0), not the one that is named here" }
        ?? "the ID token is for project \(project), not the one that is named here"
    case .sessionCannotRenew: "the session has expired and cannot be renewed"
    case .appVerification(let error): error.sentence
    default: code.sentence
    }
  }

  private static func sentence(of refusal: ServerError, _ cause: RefusalCause?) -> Text {
    cause?.sentence ?? RefusalMeaning.of(refusal)?.sentence ?? "the server refused: \(refusal.words)"
  }

  private static func conflict(_ email: String?, _ providers: String) -> Text {
    switch (email, providers) {
    case (let email?, ""): "another account has the address \(email)"
    case (let email?, _): "another account has the address \(email) (\(providers))"
    case (nil, ""): "another account has the address of that identity"
    case (nil, _): "another account has the address of that identity (\(providers))"
    }
  }

  /// What the service said, where it said no.
  package var refusal: ServerError? {
    switch self {
    case .refused(let error), .refusedCall(_, let error): error
    default: nil
    }
  }

  /// Nothing was sent: the server cannot have done anything.
  package var precedesRequest: Bool {
    switch self {
    case .network(.nameNotResolved), .network(.connectionRefused), .network(.outOfTime(_, isSent: false)),
      .network(.badAddress), .network(.libraryMissing), .malformedRequest:
      true
    default: false
    }
  }

  /// The session has ended at the server: an SDK signs the user out when a call with the user's own token
  /// ends so.
  package var endsSession: Bool {
    guard case .refused(let error) = self else { return false }
    return Self.endOfSession.contains(error.code)
  }

  /// The ID token that was shown is not good: where it can be renewed, the session goes on.
  var refusesToken: Bool {
    guard case .refused(let error) = self else { return false }
    return [.tokenExpired, .invalidIDToken].contains(error.code)
  }

  private static let endOfSession: Set<ServerErrorCode> = [
    .userNotFound, .userDisabled, .invalidIDToken, .tokenExpired, .invalidRefreshToken,
    .projectNumberMismatch,
  ]
}

/// What failed in a part that the caller brought along, a page or a wait; it is handed through as it is.
package struct CallerFailure: Error, Equatable, Sendable {
  package let reason: any Error

  package init(_ reason: any Error) {
    self.reason = reason
  }

  package static func == (one: CallerFailure, other: CallerFailure) -> Bool {
    String(describing: one.reason) == String(describing: other.reason)
  }
}
