import AuthClient
import CommandKit
import Flows

extension UsageError {
  /// A word of the command line that a flow could make nothing of; nil for other errors.
  init?(misunderstood error: any Error) {
    switch error {
    case PendingProblem.unknown(let id):
      self = .misuse("no step '\(id)' is pending", hint: Hint("see", ["usher", "pending", "list"]))
    case PendingProblem.elsewhere(let step, let binding):
      self = .misuse(
        "step \(step.id) belongs to \(binding.endpoint), project \(binding.project)",
        hint: "name that endpoint with --endpoint")
    case let unclear as FactorSelection.Unclear: self = .misuse(unclear.sentence, hint: unclear.hint)
    default: return nil
    }
  }
}

extension FactorSelection.Unclear {
  fileprivate var sentence: String {
    guard let word else {
      return "the account has several second factors: "
        + factors.map(\.title).joined(separator: ", ")
    }
    return found.isEmpty
      ? "the account has no second factor '\(word)'"
      : "'\(word)' could be: " + found.map { "\($0.uid) (\($0.title))" }.joined(separator: ", ")
  }

  fileprivate var hint: Hint {
    if factors.isEmpty { return Hint("it has none; enroll one with", ["usher", "mfa", "enroll"]) }
    let ids = factors.map(\.uid).joined(separator: ", ")
    return word == nil ? "say which by its id: \(ids)" : "name it by its id: \(ids)"
  }
}
