import Administration
import AuthClient
import AuthServer
package import CommandKit
import Crypto
package import Essentials
import Flows
import HTTP
import HTTPListener
import LibC
import PrivateFiles
import SecurityKeys
import TerminalIO

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
    _ code: UsherErrorCode, _ message: Text, hint: Hint? = nil, retry: Retry? = nil
  ) {
    self.init(code.rawValue, code.exit, message, hint: hint, retry: retry ?? code.retry)
  }

  /// - Parameter code: An `auth/…` name.
  package init(
    _ code: String, _ exit: ExitCode, _ message: Text, hint: Hint? = nil, serverCode: String? = nil,
    retry: Retry? = nil, retryAfter: Int? = nil
  ) {
    self.code = code
    self.exit = exit
    self.message = message.brief
    self.hint = hint
    self.serverCode = serverCode
    self.retry = retry ?? exit.retry
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

/// An error that says itself what people and scripts are told: one that is declared among the commands, whose
/// rooms this one does not know.
protocol Diagnosable: Error {
  var diagnosis: Diagnosis { get }
}

extension Diagnosis: Diagnosable {
  var diagnosis: Diagnosis { self }

  /// Whatever a command may throw. `now` turns times into seconds to wait.
  package init(_ error: any Error, now: Date) {
    self =
      switch error {
      case let error as any Diagnosable: error.diagnosis
      case let error as AuthFailure: Diagnosis(error, now: now)
      case let blocked as RegionBlocked: Diagnosis(blocked, now: now)
      case let refused as CodeRefused: Diagnosis(refused, now: now)
      case let problem as ResentTooSoon: Diagnosis(problem, now: now)
      case let problem as NotSignedIn: Diagnosis(problem)
      case let problem as SessionShadowed: Diagnosis(problem)
      case let failure as SavingFailed: Diagnosis(failure)
      case let conflict as AccountConflict: Diagnosis(conflict, now: now)
      case let problem as OtherAddress: Diagnosis(problem)
      case let problem as LinkProblem: Diagnosis(problem)
      case let problem as EnrollmentProblem: Diagnosis(problem)
      case let lack as EnrollmentLack: Diagnosis(lack)
      case is MethodNotOffered: .methodNotOffered
      case let problem as ChallengeProblem: Diagnosis(problem)
      case let problem as PendingProblem: Diagnosis(problem)
      case let gone as StepGone: Diagnosis(gone)
      case let expired as StepExpired: Diagnosis(expired)
      case CryptoError.noRandomBytes(let errno):
        Diagnosis(
          .io,
          "cannot use the system's source of random bytes (\(String(cString: strerror(errno))))",
          retry: .same)
      case let error as HTTPError: Diagnosis(error)
      case let error as StorageFailure: Diagnosis(error)
      case let error as CopyFailure: Diagnosis(error)
      case let error as StateError: Diagnosis(error)
      case let error as StateLocationError: Diagnosis(error)
      case let error as TerminalError: Diagnosis(error)
      case let error as OutputError: Diagnosis(error)
      case let error as ListenError: Diagnosis(error)
      case let error as QRCodeError: Diagnosis(error)
      case let error as SecurityKeyError: Diagnosis(error)
      case let error as GoogleCredentialError: Diagnosis(error)
      default: Diagnosis(unexpected: error)
      }
  }

  init(unexpected error: any Error) {
    self.init(.unexpected, "an unexpected error happened: \(String(describing: error))")
  }

  /// The words cannot be understood.
  init(_ usage: UsageExplanation) {
    self.init(.usage, usage.message, hint: usage.hint, retry: .newInput)
  }
}
