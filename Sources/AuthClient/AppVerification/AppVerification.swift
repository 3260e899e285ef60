package import Essentials
package import IdentityToolkit

/// Shows the service that requests which make it send an SMS come from the app.
///
/// In this order: nothing in test mode; the credential kept from before; a silent push; reCAPTCHA. An app
/// passes on what the system gives it: the device's token, notifications, addresses it was opened with.
package final class AppVerification {
  /// Test mode: no proof is shown, and only fictional numbers get codes.
  package var isAppVerificationDisabledForTesting = false
  /// Verifies also where a local server says that it does not ask for it.
  package var isVerificationForced = false
  /// Shows reCAPTCHA; nil where nobody is there to pass it.
  package var presenter: (any RecaptchaPresenter)?
  /// Called when a push is needed and no token is known; has `setAPNSToken` called, if any push comes here.
  package var registerForNotifications: (() throws(AuthFailure) -> Void)?
  /// For how many seconds more a push may be waited for, where the app's time is short.
  package var pushWaitLimit: (() -> Double)?
  package let inbox: AppVerificationInbox

  /// What the next request shows, where that was got ready.
  var prepared: Preparation?
  private(set) var apnsToken: APNSToken?
  private let now: @Sendable () -> Date
  /// Waits a moment; how long is up to it.
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

  /// Whether the notification was meant for authentication; it is taken then.
  package func canHandleNotification(_ notification: JSONValue) -> Bool {
    inbox.canHandleNotification(notification)
  }

  /// Whether the address was meant for authentication; it is taken then.
  package func canHandle(_ address: String) -> Bool {
    inbox.canHandle(address)
  }

  /// The token that `page` ends with, once the system has opened the app with its address.
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

  /// The credential of a push that came in time; nil where none comes here.
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
      // Whatever the reason, there is another way.
      return nil
    }
    guard let receipt = answer.receipt else { return nil }
    let limit = (answer.suggestedTimeout?.text).flatMap(Double.init) ?? 0
    try wait(min(limit, pushWaitLimit?() ?? limit, Self.longestWait)) {
      inbox.credentials.credential?.receipt == receipt
    }
    return inbox.credentials.credential.flatMap { $0.receipt == receipt ? $0 : nil }
  }

  /// No server may have a person wait longer for a push that may never come.
  private static let longestWait: Double = 60

  private func wait(_ seconds: Double, until isOver: () -> Bool) throws(AuthFailure) {
    let start = now()
    // A clock that was set back does not lengthen the wait.
    while !isOver(), start <= now(), now() < start + seconds { try pause() }
  }
}
