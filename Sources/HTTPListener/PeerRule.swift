private import Synchronization

/// Which peers are served.
final class PeerRule: Sendable {
  private let admits: (@Sendable (_ address: String) -> Bool)?
  private let onFirstStranger: (@Sendable (_ address: String) -> Void)?
  private let takesSignals: Bool
  private let isToldOf = Atomic(false)

  init(_ configuration: HTTPListener.Configuration) {
    admits = configuration.admits
    onFirstStranger = configuration.onFirstStranger
    takesSignals = configuration.takesSignals
  }

  /// Whether the peer of a connection is.
  func admits(_ socket: Int32) -> Bool {
    guard let admits else { return true }
    // Who has gone already is nobody to tell of.
    guard let address = SocketAddress(peerOf: socket)?.host else { return false }
    if admits(address) { return true }
    // Whoever is told may be slow to listen, and others wait at the door.
    if !isToldOf.exchange(true, ordering: .relaxed), let onFirstStranger {
      try? startThread(takesSignals: takesSignals) { onFirstStranger(address) }
    }
    return false
  }
}
