package import Essentials
import IdentityToolkit
import Synchronization

/// The pushes and addresses that the app receives during app verification, and the data for the next time.
///
/// Any thread may use it.
package final class AppVerificationInbox: Sendable {
  fileprivate struct State {
    var credentials: AppCredentials
    /// Pushes that came before the answer that names their receipt; nil if the client waits for no such answer.
    var early: [VerificationPush]?
    var page: HostedRecaptchaPage?
    var callback: Result<String, AppVerificationError>?
    var fetchedProtection: FetchedProtection?
  }

  private let state: Mutex<State>

  package init(credentials: AppCredentials = AppCredentials()) {
    state = Mutex(State(credentials: credentials))
  }

  /// The credentials to keep for the next time.
  package var credentials: AppCredentials { state.withLock { $0.credentials } }

  /// The reCAPTCHA settings that were loaded before.
  var fetchedProtection: FetchedProtection? {
    get { state.withLock { $0.fetchedProtection } }
    set { state.withLock { $0.fetchedProtection = newValue } }
  }

  /// Handles a notification, and returns whether it was for authentication.
  ///
  /// A push with an unknown receipt has no effect. A late push is kept for the next time.
  package func canHandleNotification(_ notification: JSONValue) -> Bool {
    guard notification[VerificationPush.name] != nil else { return false }
    if let push = VerificationPush(notification: notification), push.isOfUsualSize {
      state.withLock { $0.take(push) }
    }
    return true
  }

  /// Handles an address that the app was opened with, and returns whether it is the end of the expected page.
  package func canHandle(_ address: String) -> Bool {
    state.withLock { state in
      guard let result = state.page?.result(at: address) else { return false }
      state.page = nil
      state.callback = result
      return true
    }
  }

  /// Begins to wait for the callback of `page`, and forgets any earlier one.
  package func await(_ page: HostedRecaptchaPage) {
    state.withLock { ($0.page, $0.callback) = (page, nil) }
  }

  /// Returns the result of the page's callback once; nil if it has not come.
  package func takeCallback() -> Result<String, AppVerificationError>? {
    state.withLock { $0.callback.take() }
  }

  /// Runs `ask`, whose answer names a receipt, and then expects the push with this receipt.
  ///
  /// Pushes that come before the answer are kept until then.
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

  /// Forgets the credential after the server refused it.
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
  /// Whether the push is small enough to keep.
  fileprivate var isOfUsualSize: Bool { receipt.utf8.count <= 4096 && secret.utf8.count <= 4096 }
}
