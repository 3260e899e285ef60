import CommandKit

/// What a server's code means to a person.
struct ServerVerdict: Sendable {
  var exit: ExitCode
  var message: String
  var hint: Hint?
  var retry: Diagnosis.Retry
  /// Where the project is changed.
  var page: ConsolePage?
  /// The detail says what no sentence of ours can: which rule, which region.
  var showsDetail: Bool

  init(
    _ exit: ExitCode, _ message: String, _ hint: Hint? = nil, retry: Diagnosis.Retry? = nil,
    page: ConsolePage? = nil, showsDetail: Bool = false
  ) {
    self.exit = exit
    self.message = message
    self.hint = hint
    self.retry = retry ?? exit.usualRetry
    self.page = page
    self.showsDetail = showsDetail
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
