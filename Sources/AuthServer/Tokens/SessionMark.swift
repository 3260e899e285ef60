import Essentials
import IdentityToolkit

/// Which session of which account a token belongs to.
///
/// What a token claims does not tell: an account's name may be given to another one when it is gone, and times
/// are whole seconds, in which a session may end and the next one begin.
struct SessionMark: Sendable, Equatable {
  /// The row, which is never given to another account.
  let account: Int64
  /// The account's when the session began.
  let generation: Int
  let signedInAt: Date

  init(_ session: AuthSession, of account: Account) {
    self.account = account.id
    generation = session.generation
    signedInAt = session.signedInAt
  }

  init?(_ text: String) {
    let numbers = text.split(separator: ".", omittingEmptySubsequences: false).map { Int64($0) }
    guard numbers.count == 3, let account = numbers[0],
      let generation = numbers[1].flatMap({ Int(exactly: $0) }),
      let time = numbers[2]
    else { return nil }
    self.account = account
    self.generation = generation
    signedInAt = Date(milliseconds: time)
  }

  var text: String { "\(account).\(generation).\(signedInAt.milliseconds)" }
}
