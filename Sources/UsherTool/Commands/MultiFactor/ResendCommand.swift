import AuthClient
import CommandKit
import Essentials

/// The command that sends another code, for a person who asked for one too soon.
struct ResendCommand {
  let argv: [String]
  let now: Date

  /// What `send` gives; where it is too soon for that, the command is what leads on.
  func naming<Sent>(_ send: () throws -> Sent) throws -> Sent {
    do {
      return try send()
    } catch let error as AuthError {
      guard case .resentTooSoon = error else { throw error }
      var diagnosis = Diagnosis(error, now: now)
      diagnosis.hint = Hint("use the code that was sent, or wait", argv)
      throw diagnosis
    }
  }
}
