import AuthClient
public import Essentials

extension LocalServer {
  /// Delivers the silent pushes to a device by calling `receive`, as the system calls an app.
  ///
  /// A device without such a call gets no pushes, and its app has to pass reCAPTCHA.
  ///
  /// ```swift
  /// server.deliverPushes(to: deviceToken) { notification in _ = auth.canHandleNotification(notification) }
  /// auth.setAPNSToken(deviceToken, type: .sandbox)
  /// ```
  ///
  /// - Parameters:
  ///   - deviceToken: The token that the app passes to its client.
  ///   - receive: Gets the notification, on the thread of the call that asks for it. If it does not pass the
  ///     notification on to the client, the client waits for five seconds and goes on with reCAPTCHA.
  public func deliverPushes(
    to deviceToken: Data, receive: @escaping @Sendable (_ notification: [AnyHashable: Any]) -> Void
  ) {
    // The kind of push service is not part of the text.
    core.devices.connect(APNSToken(bytes: Array(deviceToken), kind: .sandbox).text, receive)
  }
}
