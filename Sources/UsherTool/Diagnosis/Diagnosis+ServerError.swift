import AuthClient
import IdentityToolkit

extension Diagnosis {
  /// The service said no.
  ///
  /// A code that nobody knows keeps its own name and detail, and is told apart by its HTTP status.
  init(_ refusal: ServerError) {
    let code = AuthErrorName(refusal.code).rawValue
    // The front ends refuse with a sentence where RPCs have a code; the canonical name says which kind it is.
    let byStatus = refusal.status.flatMap { ServerVerdict.table[ServerErrorCode(rawValue: $0)] }
    guard let verdict = ServerVerdict.cause(of: refusal) ?? ServerVerdict.table[refusal.code] ?? byStatus
    else {
      let words = [refusal.code.rawValue, refusal.detail].compactMap(\.self).joined(separator: ": ")
      let isServersFault = refusal.httpStatus >= 500
      self.init(
        code, isServersFault ? .unavailable : .failure, "the server refused: \(words)",
        serverCode: refusal.code.rawValue, retry: isServersFault ? .same : .never,
        retryAfter: refusal.retryAfter)
      return
    }
    self.init(refusal, verdict)
  }

  /// The service said no, which means `verdict`.
  /// - Parameter code: what scripts know it by; the refusal's own name unless given.
  init(_ refusal: ServerError, _ verdict: ServerVerdict, code: AuthErrorName? = nil) {
    var message = verdict.message
    let detail = ServerVerdict.table[refusal.code] == nil ? refusal.code.rawValue : refusal.detail
    if verdict.showsDetail, let detail { message += " (\(Self.plain(detail)))" }
    if let seconds = refusal.retryAfter { message += "; the next is possible in \(seconds) s" }
    self.init(
      (code ?? AuthErrorName(refusal.code)).rawValue, verdict.exit, message, hint: verdict.hint,
      serverCode: refusal.code.rawValue,
      retry: verdict.retry, retryAfter: refusal.retryAfter)
    page = verdict.page
  }

  /// A detail without the parentheses and the full stop that local servers write around their own.
  static func plain(_ detail: String) -> String {
    guard detail.hasPrefix("(("), detail.hasSuffix("))") else { return detail }
    let words = detail.dropFirst(2).dropLast(2)
    return String(words.hasSuffix(".") ? words.dropLast() : words)
  }
}
