package import CommandKit
package import Essentials

/// A failure as a person and a script are told of it: the one place where errors become prose.
package struct Diagnosis: Error, Equatable, Sendable {
  /// The SDKs' `auth/…` name, or that of an `UsherErrorCode`.
  package var code: String
  package var exit: ExitCode
  /// Lower-case, no full stop; stands after `error:`.
  package var message: Text {
    didSet { message = message.brief }
  }
  /// Why, and what to do next; stands below the message.
  package var hint: Hint?
  package var serverCode: String?
  package var retry: Retry
  /// Seconds until another try makes sense.
  package var retryAfter: Int?
  /// How many more codes may be given.
  package var triesLeft: Int?
  /// The command that leads on; people are shown the same one.
  var nextStep: NextStepResult? {
    hint.flatMap { hint in hint.argv.map { NextStepResult(argv: $0, needs: hint.needs) } }
  }
  /// Where the project is changed so that it works; `hint` says what to change there.
  var page: ConsolePage?
  /// What is to be installed so that it works; how, depends on the system.
  var library: SystemLibrary?
  /// What came back fits a server that expects TLS, where the request went out without.
  var maySpeakTLS = false

  package enum Retry: String, Sendable {
    case never
    /// The same again may work.
    case same
    /// Another code, number or password may work.
    case newInput = "new-input"
  }

  /// A failure that no SDK has; its code says how the run ends.
  package init(
    _ code: UsherErrorCode, _ message: Text, hint: Hint? = nil, retry: Retry = .never
  ) {
    self.init(code.rawValue, code.exit, message, hint: hint, retry: retry)
  }

  /// - Parameter code: An `auth/…` name.
  package init(
    _ code: String, _ exit: ExitCode, _ message: Text, hint: Hint? = nil, serverCode: String? = nil,
    retry: Retry = .never, retryAfter: Int? = nil
  ) {
    self.code = code
    self.exit = exit
    self.message = message.brief
    self.hint = hint
    self.serverCode = serverCode
    self.retry = retry
    self.retryAfter = retryAfter
  }
}

extension Diagnosis {
  /// For a conversation: the message and what to do as sentences, then a line for each command.
  /// - Parameter columns: nil where nobody knows how many a line holds.
  func lines(columns: Int?, in catalog: Catalog) -> [String] {
    let sentences = [message.sentence(in: catalog)] + (hint?.sentences(in: catalog) ?? [])
    let paragraph = sentences.dropFirst().reduce(sentences[0]) { Text("\($0) \($1)").in(catalog) }
    return [paragraph] + (hint?.commandLines(columns: columns, in: catalog) ?? [])
  }
}
