package import IdentityToolkit
import Synchronization

/// What comes to the app from outside while it is verified, and what is known for the next time: pushes, addresses that
/// pages end at, what the project requires. May be used from any thread.
package final class AppVerificationInbox: Sendable {
  fileprivate struct State {
    var credentials: AppCredentials
    /// Pushes that came before the answer that names their receipt; nil while no such answer is awaited.
    var early: [VerificationPush]?
    var page: HostedRecaptchaPage?
    var callback: Result<String, AppVerificationError>?
    var fetchedProtection: FetchedProtection?
  }

  private let state: Mutex<State>

  /// - Parameter credentials: What was kept from before.
  package init(credentials: AppCredentials = AppCredentials()) {
    state = Mutex(State(credentials: credentials))
  }

  /// What is worth keeping for the next time.
  package var credentials: AppCredentials { state.withLock { $0.credentials } }

  /// What the project requires, where that was asked ahead.
  var fetchedProtection: FetchedProtection? {
    get { state.withLock { $0.fetchedProtection } }
    set { state.withLock { $0.fetchedProtection = newValue } }
  }

  /// Takes a notification; says whether it was meant for authentication. One for a receipt that nobody waits
  /// for has no effect; a late one is kept for the next time.
  package func canHandleNotification(_ notification: JSONValue) -> Bool {
    guard notification[VerificationPush.name] != nil else { return false }
    if let push = VerificationPush(notification: notification), push.isOfUsualSize {
      state.withLock { $0.take(push) }
    }
    return true
  }

  /// Takes an address that the system opened the app with; says whether the awaited page ended there.
  package func canHandle(_ address: String) -> Bool {
    state.withLock { state in
      guard let result = state.page?.result(at: address) else { return false }
      state.page = nil
      state.callback = result
      return true
    }
  }

  /// From now on `page`'s callback is awaited, and no earlier one's.
  package func await(_ page: HostedRecaptchaPage) {
    state.withLock { ($0.page, $0.callback) = (page, nil) }
  }

  /// What the awaited page said, once it did.
  package func takeCallback() -> Result<String, AppVerificationError>? {
    state.withLock { $0.callback.take() }
  }

  /// Keeps pushes that come while `ask` gets the receipt that they may be for, and expects the receipt's own.
  func expectPush<Answer>(
    _ ask: () throws(AuthFailure) -> Answer, receipt: (Answer) -> String?
  ) throws(AuthFailure) -> Answer {
    state.withLock { $0.early = [] }
    defer { state.withLock { $0.early = nil } }
    let answer = try ask()
    guard let receipt = receipt(answer) else { return answer }
    state.withLock { state in
      state.credentials.expect(receipt)
      for push in state.early.take() ?? [] { state.take(push) }
    }
    return answer
  }

  /// Forgets a credential that the server did not take.
  func drop() {
    state.withLock { $0.credentials.credential = nil }
  }
}

extension AppVerificationInbox.State {
  fileprivate mutating func take(_ push: VerificationPush) {
    guard let index = credentials.pendingReceipts.firstIndex(of: push.receipt) else {
      if let count = early?.count, count < AppCredentials.pendingLimit { early?.append(push) }
      return
    }
    credentials.pendingReceipts.remove(at: index)
    credentials.credential = AppCredential(receipt: push.receipt, secret: push.secret)
  }
}

extension VerificationPush {
  /// Nobody sends a megabyte of secret.
  fileprivate var isOfUsualSize: Bool { receipt.utf8.count <= 4096 && secret.utf8.count <= 4096 }
}
