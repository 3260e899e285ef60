public import Essentials
import IdentityToolkit

extension Auth {
  /// Asks the service ahead how far the project, or ``tenantID``, requires reCAPTCHA Enterprise, so that calls that send a code
  /// need not ask first. They ask by themselves where this was not called, and for another tenant.
  public nonisolated func initializeRecaptchaConfig() async throws(AuthError) {
    try await perform { core throws(AuthFailure) in try core.initializeRecaptchaConfig() }
  }

  /// Gives the token by which pushes reach this device: the service then verifies the app by one, and nobody has to pass
  /// reCAPTCHA.
  public nonisolated func setAPNSToken(_ token: Data, type: AuthAPNSTokenType) {
    set(APNSToken(bytes: Array(token), kind: type))
  }

  /// Takes a notification that came to the app.
  /// - Returns: Whether it was meant for authentication, and needs nothing more.
  public nonisolated func canHandleNotification(_ userInfo: [AnyHashable: Any]) -> Bool {
    inbox.canHandleNotification(JSONValue(notification: userInfo))
  }

  /// Takes an address that the app was opened with.
  /// - Returns: Whether it was meant for authentication, the end of a page of ``HostedRecaptcha``, and needs nothing more.
  public nonisolated func canHandle(_ url: URL) -> Bool {
    inbox.canHandle(url.absoluteString)
  }
}

extension JSONValue {
  /// What is of use in a notification: text, and dictionaries of it.
  fileprivate init(notification: [AnyHashable: Any]) {
    self = .object(
      notification.compactMap { name, value in
        guard let name = name.base as? String else { return nil }
        switch value {
        case let text as String: return Member(name, .string(text))
        case let inner as [AnyHashable: Any]: return Member(name, JSONValue(notification: inner))
        case let inner as [String: Any]: return Member(name, JSONValue(notification: inner))
        default: return nil
        }
      })
  }
}
