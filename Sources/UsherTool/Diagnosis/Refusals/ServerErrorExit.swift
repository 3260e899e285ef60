import CommandKit

/// What a refusal means to a run of the tool.
struct ServerErrorExit: Sendable {
  var exit: ExitCode
  var hint: Hint?
  var retry: Diagnosis.Retry
  /// Where the project is changed.
  var page: ConsolePage?
  /// The detail says what no sentence of the library's can: which rule, which region.
  var showsDetail: Bool

  init(
    _ exit: ExitCode, _ hint: Hint? = nil, retry: Diagnosis.Retry? = nil,
    page: ConsolePage? = nil, showsDetail: Bool = false
  ) {
    self.exit = exit
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
