import AuthServer
import IdentityToolkit
import Synchronization

/// The devices of a test, which get silent pushes by a call of a function.
final class Devices: PushDelivery {
  typealias Receiver = @Sendable ([AnyHashable: Any]) -> Void

  private let receivers = Mutex<[String: Receiver]>([:])

  /// From now on, pushes to `appToken` are calls of `receiver`.
  func connect(_ appToken: String, _ receiver: @escaping Receiver) {
    receivers.withLock { $0[appToken] = receiver }
  }

  func way(to appToken: String) -> (@Sendable (VerificationPush) -> Void)? {
    guard let receive = receivers.withLock({ $0[appToken] }) else { return nil }
    return { push in
      receive([
        "aps": ["content-available": 1],
        VerificationPush.name: ["receipt": push.receipt, "secret": push.secret],
      ])
    }
  }
}
