import Synchronization

/// The call that an auth client makes just now, for whoever waits on its behalf.
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

/// Says whether what is being waited for is still wanted.
protocol InterruptibleWait: AnyObject, Sendable {
  var isInterrupted: Bool { get }
}
