import Administration
import AuthClient
import AuthServer
import CommandKit
import Crypto
package import Essentials
import Flows
import HTTP
import HTTPListener
import LibC
import PrivateFiles
import SecurityKeys
import TerminalIO

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
