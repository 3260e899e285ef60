import AuthClient
import CommandKit
import Essentials
import IdentityToolkit

extension Diagnosis {
  /// The service said no.
  ///
  /// A code that nobody knows keeps its own name and detail, and is told apart by its HTTP status.
  /// - Parameter kind: Of the call that was refused.
  init(_ refusal: ServerError, of kind: CallKind? = nil) {
    let error = kind.map { AuthFailure.refusedCall($0, refusal) } ?? .refused(refusal)
    guard let verdict = ServerErrorExit(refusal, of: kind) else {
      let isServersFault = refusal.httpStatus >= 500
      let isTooMuch = refusal.httpStatus == 429
      self.init(
        error, isServersFault ? .unavailable : isTooMuch ? .rateLimited : .failure,
        serverCode: refusal.code.rawValue, retry: isServersFault || isTooMuch ? .same : .never)
      retryAfter = refusal.retryAfter
      return
    }
    self.init(
      error, verdict.exit, hint: verdict.hint, serverCode: refusal.code.rawValue, retry: verdict.retry)
    retryAfter = refusal.retryAfter
    page = verdict.page
    let detail = RefusalMeaning.table[refusal.code] == nil ? refusal.words : refusal.detail
    // A sentence in place of the code may be about anything, such as a quota that the administrator can raise.
    let isOfQuota = refusal.isSentence && refusal.code == .tooManyAttemptsTryLater
    if verdict.showsDetail || isOfQuota, let detail { message = Text("\(message) (\(Self.plain(detail)))") }
    if refusal.code == .passwordDoesNotMeetRequirements {
      hint = Hint(passwordRules: refusal.detail ?? "")
    }
    if let seconds = refusal.retryAfter { message = "\(message); try again in \(seconds) s" }
  }

  /// A detail without the parentheses and the full stop that local servers write around their own.
  static func plain(_ detail: String) -> String {
    guard detail.hasPrefix("(("), detail.hasSuffix("))") else { return detail }
    let words = detail.dropFirst(2).dropLast(2)
    return String(words.hasSuffix(".") ? words.dropLast() : words)
  }
}
