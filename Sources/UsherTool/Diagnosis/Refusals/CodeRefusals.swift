import AuthClient
import CommandKit
import Essentials
import Flows

// What a refused code means, and the command that leads on.

extension Diagnosis {
  init(_ refused: CodeRefused, now: Date) {
    self.init(refused.error, now: now)
    switch refused.consequence {
    case .none: break
    case .wrongCode(let left):
      hint =
        refused.kind.isAuthenticator
        ? "wait for the app's next code if it still shows this one: each code works once" : hint
      count(left, refused)
    case .wrongClock(let seconds, let left):
      hint = Self.clockHint(seconds)
      count(left, refused)
    case .movedClock(let seconds, let left):
      hint = Hint("set it back", ["usher", "local", "clock", "reset"] + refused.session.option).because(
        "the server's clock is \(Self.amount(seconds)) ahead: usher mfa code follows it, an app does not")
      count(left, refused)
    case .perhapsUsed(let left):
      message = refused.sentence
      hint = "wait for the app's next code: each code works once"
      count(left, refused)
    case .codeStands:
      hint = Hint(
        refused.kind.isAuthenticator
          ? "wait, then try again" : "the code is still valid: wait, then use it",
        refused.tryAgain, needs: ["code"])
    case .waitAndBeginAnew:
      let anew = refused.beginAnew
      hint = Hint("wait, then \(anew.ways[0].phrase)", anew.argv)
    case .anotherSMS: hint = refused.anotherCode
    case .beginAnew: hint = refused.beginAnew
    }
  }

  /// Says how many tries are left; without one, another code is needed.
  private mutating func count(_ left: Int?, _ refused: CodeRefused) {
    triesLeft = left
    guard let left else { return keepTrying(refused) }
    guard left > 0 else {
      message = "\(refused.sentence); no tries are left"
      let another = refused.anotherCode
      hint = retryAfter.map { Hint("wait \($0) s, then \(another.ways[0].phrase)", another.argv) } ?? another
      return
    }
    message = Text(
      counting: left, one: "\(message); \(left) try is left", other: "\(message); \(left) tries are left")
    keepTrying(refused)
  }

  private mutating func keepTrying(_ refused: CodeRefused) {
    hint = hint.map { $0.leading(to: refused.tryAgain, needs: ["code"]) }
  }

  private static func clockHint(_ secondsAhead: Int) -> Hint {
    let amount = amount(abs(secondsAhead))
    return secondsAhead > 0
      ? "set this machine's clock, which is \(amount) ahead of the server's: codes made here depend on it"
      : "set this machine's clock, which is \(amount) behind the server's: codes made here depend on it"
  }

  private static func amount(_ seconds: Int) -> Text {
    seconds < 120 ? Text("\(seconds) s") : "\(Int((Double(seconds) / 60).rounded())) minutes"
  }
}

extension CodeRefused {
  /// What is wrong, without when another code can be had.
  fileprivate var sentence: Text {
    if case .perhapsUsed = consequence {
      "this code is wrong, or an earlier try that was interrupted has used it"
    } else {
      error.sentence
    }
  }

  /// The command that takes another code for the same step.
  var tryAgain: [String] { kind.confirm(step, in: session) }

  /// How another code comes: by SMS, or by beginning anew.
  fileprivate var anotherCode: Hint {
    switch kind {
    case .phone(let purpose, let code):
      // With the number, the command works also when the step is gone.
      Hint(
        "get a new code",
        ["usher", "verify-phone"] + purpose.flag + [code.phoneNumber] + (step == nil ? [] : ["--resend"])
          + session.option)
    case .secondFactor(_, let choice):
      if let factor = choice.challenged, factor.type == .phone {
        Hint("get a new code", factor.challenge(for: step, in: session))
      } else {
        beginAnew
      }
    case .smsEnrollment:
      Hint("get a new code", ["usher", "mfa", "enroll", "sms", "--resend"] + session.option)
    case .phoneElsewhere, .phoneProof, .identity, .email, .totpEnrollment, .unsupported: beginAnew
    }
  }

  fileprivate var beginAnew: Hint { kind.beginAnew(in: session) }
}

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
