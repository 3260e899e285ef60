import AuthClient
import IdentityToolkit

extension Diagnosis {
  /// The service said no.
  ///
  /// A code that nobody knows keeps its own name and detail, and is told apart by its HTTP status.
  init(_ refusal: ServerError) {
    let code = AuthErrorCode(refusal.code).rawValue
    // The front ends refuse with a sentence where RPCs have a code; the canonical name says which kind it is.
    let byStatus = refusal.status.flatMap { Self.verdicts[ServerErrorCode(rawValue: $0)] }
    guard let verdict = Self.verdict(onCauseOf: refusal) ?? Self.verdicts[refusal.code] ?? byStatus else {
      let words = [refusal.code.rawValue, refusal.detail].compactMap(\.self).joined(separator: ": ")
      let isServersFault = refusal.httpStatus >= 500
      self.init(
        code, isServersFault ? .unavailable : .failure, "the server refused: \(words)",
        serverCode: refusal.code.rawValue, retry: isServersFault ? .same : .never,
        retryAfter: refusal.retryAfter)
      return
    }
    var message = verdict.message
    let detail = Self.verdicts[refusal.code] == nil ? refusal.code.rawValue : refusal.detail
    if verdict.showsDetail, let detail { message += " (\(detail))" }
    if let seconds = refusal.retryAfter { message += "; the next is possible in \(seconds) s" }
    self.init(
      code, verdict.exit, message, hint: verdict.hint, serverCode: refusal.code.rawValue,
      retry: verdict.retry, retryAfter: refusal.retryAfter, nextStep: verdict.nextStep)
    page = verdict.page
  }

  /// What a server's code means to a person.
  struct Verdict: Sendable {
    var exit: ExitCode
    var message: String
    var hint: String?
    var retry: Retry
    var nextStep: [String]?
    /// Where the project is changed.
    var page: ConsolePage?
    /// The detail says what no sentence of ours can: which rule, which region.
    var showsDetail: Bool

    init(
      _ exit: ExitCode, _ message: String, _ hint: String? = nil, retry: Retry? = nil,
      next: [String]? = nil, page: ConsolePage? = nil, showsDetail: Bool = false
    ) {
      self.exit = exit
      self.message = message
      self.hint = hint
      self.retry = retry ?? exit.usualRetry
      self.nextStep = next
      self.page = page
      self.showsDetail = showsDetail
    }
  }
}

extension ExitCode {
  /// What mends most failures of this class.
  fileprivate var usualRetry: Diagnosis.Retry {
    switch self {
    case .rejected, .data, .usage: .newInput
    case .rateLimited, .unavailable: .same
    default: .never
    }
  }
}
