package import Essentials
import IdentityToolkit

/// Verifies the app to the service, for requests that send an SMS, and gets tokens of reCAPTCHA Enterprise for others.
///
/// It tries in this order: nothing in test mode, the kept credential, a silent push, reCAPTCHA. An app passes on the
/// device token, notifications, and the addresses that it was opened with.
package final class AppVerification {
  /// Test mode: requests have no proof, and only fictional numbers get codes.
  package var isAppVerificationDisabledForTesting = false
  /// Whether to verify the app even if a local server does not require it.
  package var isVerificationForced = false
  /// Shows reCAPTCHA; nil if no user can pass it.
  package var presenter: (any RecaptchaPresenter)?
  /// Called when a push is needed and there is no device token. If pushes can come, it calls `setAPNSToken`.
  package var registerForNotifications: (() throws(AuthFailure) -> Void)?
  /// Returns how many seconds the app can still wait for a push.
  package var pushWaitLimit: (() -> Double)?
  package let inbox: AppVerificationInbox

  /// The proof for the next request, if it was prepared.
  var prepared: Preparation?
  private(set) var apnsToken: APNSToken?
  private let now: @Sendable () -> Date
  /// Waits for a short time.
  private let pause: () throws(AuthFailure) -> Void

  package init(
    inbox: AppVerificationInbox = AppVerificationInbox(), now: @escaping @Sendable () -> Date,
    pause: @escaping () throws(AuthFailure) -> Void
  ) {
    self.inbox = inbox
    self.now = now
    self.pause = pause
  }

  package func setAPNSToken(_ token: [UInt8], type: AuthAPNSTokenType) {
    apnsToken = APNSToken(bytes: token, kind: type)
  }

  /// Handles a notification, and returns whether it was for authentication.
  package func canHandleNotification(_ notification: JSONValue) -> Bool {
    inbox.canHandleNotification(notification)
  }

  /// Handles an address, and returns whether it was for authentication.
  package func canHandle(_ address: String) -> Bool {
    inbox.canHandle(address)
  }

  /// Waits until the system opens the app with the address at the end of `page`, and returns the token in it.
  package func token(of page: HostedRecaptchaPage, within limit: Double) throws(AuthFailure) -> String {
    inbox.await(page)
    var callback: Result<String, AppVerificationError>?
    try wait(limit) {
      callback = inbox.takeCallback()
      return callback != nil
    }
    switch callback {
    case .success(let token): return token
    case .failure(let error): throw .appVerification(error)
    case nil: throw .appVerification(.webContextCancelled)
    }
  }

  /// Gets a credential by push; nil if no push comes in time.
  func pushedCredential(_ backend: Backend) throws(AuthFailure) -> AppCredential? {
    if apnsToken == nil { try registerForNotifications?() }
    guard let apnsToken else { return nil }
    let request = VerifyClient.Request(
      appToken: apnsToken.text, isSandbox: apnsToken.kind == .sandbox ? true : nil)
    let answer: VerifyClient.Response
    do {
      answer = try inbox.expectPush({ () throws(AuthFailure) in try backend.call(VerifyClient.self, request) }
      ) {
        $0.receipt
      }
    } catch .refused {
      // A refusal does not matter, because reCAPTCHA is still possible.
      return nil
    }
    guard let receipt = answer.receipt else { return nil }
    let limit = (answer.suggestedTimeout?.text).flatMap(Double.init) ?? 0
    try wait(min(limit, pushWaitLimit?() ?? limit, Self.longestWait)) {
      inbox.credentials.credential?.receipt == receipt
    }
    return inbox.credentials.credential.flatMap { $0.receipt == receipt ? $0 : nil }
  }

  /// The longest wait for a push in seconds, whatever the server suggests.
  private static let longestWait: Double = 60

  private func wait(_ seconds: Double, until isOver: () -> Bool) throws(AuthFailure) {
    let start = now()
    // If the clock is set back, the wait ends.
    while !isOver(), start <= now(), now() < start + seconds { try pause() }
  }
}
