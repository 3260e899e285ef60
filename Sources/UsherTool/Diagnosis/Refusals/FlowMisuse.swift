import AuthClient
import CommandKit
import Essentials
import Flows

extension UsageError {
  /// A word of the command line that a flow could make nothing of; nil for other errors.
  init?(misunderstood error: any Error) {
    switch error {
    case PendingProblem.unknown(let id):
      self = .misuse(
        "no step '\(id)' is pending", hint: Hint("see the pending steps", ["usher", "pending", "list"]))
    case PendingProblem.elsewhere(let step, let binding):
      self = .misuse(
        "step \(step.id.rawValue) belongs to \(binding.endpoint), project \(binding.project)",
        hint: "name that endpoint with --endpoint")
    case let unclear as FactorSelection.Unclear: self = .misuse(unclear.sentence, hint: unclear.hint)
    default: return nil
    }
  }
}

extension FactorSelection.Unclear {
  fileprivate var sentence: Text {
    guard let word else {
      return "the account has several second factors: \(factors.map(\.title).joined(separator: ", "))"
    }
    if factors.isEmpty { return "the account has no second factor" }
    return found.isEmpty
      ? "the account has no second factor '\(word)'"
      : "'\(word)' fits several second factors: \(found.map { Text("\($0.uid) (\($0.title))") }.joined(separator: ", "))"
  }

  fileprivate var hint: Hint {
    if factors.isEmpty {
      return Hint("enroll one", ["usher", "mfa", "enroll"])
    }
    let ids = factors.map(\.uid).joined(separator: ", ")
    return word == nil ? "name one by its id: \(ids)" : "name it by its id: \(ids)"
  }
}
