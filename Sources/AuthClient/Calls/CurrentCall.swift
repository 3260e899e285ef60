import Synchronization

/// The call that a client is running, for code that waits during the call.
final class CurrentCall: Sendable {
  private let call = Mutex<(any InterruptibleWait)?>(nil)

  var isInterrupted: Bool {
    let call = call.withLock { $0 }
    return call?.isInterrupted ?? false
  }

  func replace(with next: (any InterruptibleWait)?) {
    call.withLock { $0 = next }
  }
}

/// A wait that ends early when the call is cancelled.
protocol InterruptibleWait: AnyObject, Sendable {
  var isInterrupted: Bool { get }
}
