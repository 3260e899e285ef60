import Synchronization

/// The call that an auth client makes just now, for whoever waits on its behalf.
final class CurrentCall: Sendable {
  private let call = Mutex<(any Interruption)?>(nil)

  var isInterrupted: Bool {
    let call = call.withLock { $0 }
    return call?.isInterrupted ?? false
  }

  func replace(with next: (any Interruption)?) {
    call.withLock { $0 = next }
  }
}

/// Says whether what is being waited for is still wanted.
protocol Interruption: AnyObject, Sendable {
  var isInterrupted: Bool { get }
}
