public import Essentials
import IdentityToolkit

extension Auth {
  /// Loads the project's reCAPTCHA Enterprise settings, so that later calls need not load them.
  ///
  /// The settings are those of the project, or of ``tenantID``. For another tenant, and without this call, each call
  /// that sends a code loads them. Calls with a password, and calls that mail a link, load them only if the service
  /// asks for a token.
  public nonisolated func initializeRecaptchaConfig() async throws(AuthError) {
    try await perform { core throws(AuthFailure) in try core.initializeRecaptchaConfig() }
  }

  /// Sets the device token for pushes.
  ///
  /// The service then verifies the app with a silent push, and users need not pass reCAPTCHA.
  public nonisolated func setAPNSToken(_ token: Data, type: AuthAPNSTokenType) {
    set(APNSToken(bytes: Array(token), kind: type))
  }

  /// Handles a notification that the app received.
  /// - Returns: Whether the notification was for authentication. If so, do nothing more with it.
  public nonisolated func canHandleNotification(_ userInfo: [AnyHashable: Any]) -> Bool {
    inbox.canHandleNotification(JSONValue(notification: userInfo))
  }

  /// Handles an address that the app was opened with.
  /// - Returns: Whether the address came from the page of a ``HostedRecaptcha``. If so, do nothing more with it.
  public nonisolated func canHandle(_ url: URL) -> Bool {
    inbox.canHandle(url.absoluteString)
  }
}

extension JSONValue {
  /// Keeps the strings and dictionaries of a notification, and drops the rest.
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
