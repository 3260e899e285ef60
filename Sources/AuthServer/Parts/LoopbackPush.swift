import Essentials
package import HTTP
package import IdentityToolkit
import Synchronization

/// A sender of pushes to listeners on this machine: only to loopback and below one path, whatever a token says.
///
/// The listener's answer is ignored, because an app without a push continues without one.
package final class LoopbackPush: PushDelivery {
  private let transport: @Sendable () -> any HTTPTransport
  private let concurrently: @Sendable (@escaping @Sendable () -> Void) throws -> Void
  private let running = Mutex(0)
  private let limit: Int

  /// - Parameters:
  ///   - transport: Creates a transport for each push. It must not follow redirects and must time out soon.
  ///   - limit: The maximum number of pushes in progress. More are dropped.
  ///   - concurrently: Runs work in parallel to the request that asks for a push. The listener's answer can depend on
  ///     that request.
  package init(
    transport: @escaping @Sendable () -> any HTTPTransport, limit: Int = 32,
    concurrently: @escaping @Sendable (@escaping @Sendable () -> Void) throws -> Void
  ) {
    self.transport = transport
    self.limit = limit
    self.concurrently = concurrently
  }

  package func way(to appToken: String) -> (@Sendable (VerificationPush) -> Void)? {
    guard let device = LoopbackDevice(appToken: appToken) else { return nil }
    return { [self] push in send(push, to: device) }
  }

  private func send(_ push: VerificationPush, to device: LoopbackDevice) {
    guard start() else { return }
    let request = HTTPRequest(
      method: .post, origin: device.origin, path: device.path,
      headers: ["Content-Type": "application/json"], body: Data(push.notification.text.utf8))
    do {
      try concurrently { [self] in
        _ = try? transport().send(request)
        end()
      }
    } catch {
      // If no thread is available, the push is lost like any other.
      end()
    }
  }

  private func start() -> Bool {
    running.withLock { running in
      guard running < limit else { return false }
      running += 1
      return true
    }
  }

  private func end() {
    running.withLock { $0 -= 1 }
  }
}
