import AuthCore
import HTTP
import Synchronization

/// Has a UI delegate show reCAPTCHA while the client's own thread waits.
struct DelegatedRecaptcha: RecaptchaPresenter {
  let delegate: any AuthUIDelegate
  let call: any Interruption
  let client: ObjectIdentifier

  func token(for challenge: AuthCore.RecaptchaChallenge) throws(AuthCore.AuthError) -> String {
    let (delegate, challenge) = (delegate, RecaptchaChallenge(challenge))
    let answer = DelegatedAnswer()
    let task = WaitingClient.$id.withValue(client) {
      Task {
        do {
          answer.give(.success(try await delegate.token(for: challenge)))
        } catch {
          answer.give(.failure(error))
        }
      }
    }
    while true {
      if let result = answer.taken {
        do {
          return try result.get()
        } catch {
          throw .caller(CallerFailure(AuthError(delegate: error)))
        }
      }
      if call.isInterrupted {
        task.cancel()
        throw .network(.interrupted)
      }
      Pause.wait(.milliseconds(20), for: call)
    }
  }
}

/// What a UI delegate gave, once it has.
private final class DelegatedAnswer: Sendable {
  private let result = Mutex<Result<String, any Error>?>(nil)

  var taken: Result<String, any Error>? { result.withLock { $0 } }

  func give(_ result: Result<String, any Error>) {
    self.result.withLock { $0 = result }
  }
}
