import AuthClient
import AuthServer
import IdentityToolkit
import Synchronization

/// Pushes of the embedded server: its device is this very process, so that a push is a function call.
final class EmbeddedPush: PushDelivery {
  private let device = Mutex<(token: String, inbox: AppVerificationInbox)?>(nil)

  /// From now on pushes to `token` come into `inbox`.
  func register(_ token: APNSToken, for inbox: AppVerificationInbox) {
    device.withLock { $0 = (token.text, inbox) }
  }

  func way(to appToken: String) -> (@Sendable (VerificationPush) -> Void)? {
    guard let (token, inbox) = device.withLock({ $0 }), token == appToken else { return nil }
    return { push in _ = inbox.canHandleNotification(push.notification) }
  }
}
