import Essentials
package import HTTP
package import IdentityToolkit
import Synchronization

/// Posts pushes to listeners on this machine: to loopback and below one path, whatever a token says.
///
/// What a listener answers is not looked at: an app that gets no push goes on without one.
package final class LoopbackPush: PushDelivery {
  private let transport: @Sendable () -> any HTTPTransport
  private let concurrently: @Sendable (@escaping @Sendable () -> Void) throws -> Void
  private let running = Mutex(0)
  private let limit: Int

  /// - Parameters:
  ///   - transport: makes one for each push; it follows no redirects and gives up soon.
  ///   - limit: so many pushes may be on their way; more are dropped.
  ///   - concurrently: runs work beside the request that asks for a push, which its answer may depend on.
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
      // No thread to be had: one more push that got lost.
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
