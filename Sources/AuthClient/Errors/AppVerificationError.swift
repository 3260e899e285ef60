import Essentials
package import IdentityToolkit

/// Why the app could not be shown to be the app.
package enum AppVerificationError: Error, Equatable, Sendable {
  /// In test mode only fictional numbers get codes; the service's code tells that this is none.
  case numberNotFictional(ServerErrorCode)
  /// No push reaches this device, and nobody is there to pass reCAPTCHA.
  case impossible
  /// The project has no key that reCAPTCHA could run with.
  case noSiteKey
  /// The page was closed, or the person gave up.
  case webContextCancelled
  /// The page ended at an address with neither a token nor an error that can be read.
  case malformedCallback
  case invalidClientID
  case webNetworkRequestFailed
  case webInternalError
  /// Another error of the page's.
  case webUserInteraction(code: String, message: String)
}

extension AppVerificationError {
  var code: AuthErrorCode {
    switch self {
    case .numberNotFictional(let code): RefusalMeaning.code(of: code)
    case .impossible: .appNotVerified
    case .noSiteKey: .recaptchaSiteKeyMissing
    case .webContextCancelled: .webContextCancelled
    case .malformedCallback, .webUserInteraction: .appVerificationUserInteractionFailure
    case .invalidClientID: .invalidClientID
    case .webNetworkRequestFailed: .webNetworkRequestFailed
    case .webInternalError: .webInternalError
    }
  }

  /// What Firebase's JavaScript SDK calls it.
  var name: String {
    switch self {
    case .numberNotFictional(let code): RefusalMeaning.name(of: code)
    case .malformedCallback: "auth/app-verification-failed"
    case .webUserInteraction: "auth/web-user-interaction-failure"
    case .webNetworkRequestFailed: AuthErrorCode.networkError.name
    case .webInternalError: AuthErrorCode.internalError.name
    default: code.name
    }
  }

  /// What people are told, in lower case and without a full stop.
  var sentence: Text {
    switch self {
    case .numberNotFictional: "in test mode only fictional numbers get a code, and this is not one"
    case .webUserInteraction(let name, let message):
      "the page reports an error (\([name, message].filter { !$0.isEmpty }.joined(separator: ": ")))"
    default: code.sentence
    }
  }

  /// What the hosted page reports as `firebaseError`.
  init(pageError code: String, message: String) {
    switch code {
    case "auth/invalid-oauth-client-id": self = .invalidClientID
    case "auth/network-request-failed": self = .webNetworkRequestFailed
    case "auth/internal-error": self = .webInternalError
    default: self = .webUserInteraction(code: code.clipped(to: 128), message: message.clipped())
    }
  }
}
