import AuthClient
import CommandKit
import Essentials
import Flows
import IdentityToolkit
import TerminalIO

/// Enrolls a second factor, and at a terminal leads through what has to be done first.
struct EnrollmentConversation {
  let person: Person
  let service: Service
  let flow: FlowSession

  /// Asks which kind, and enrolls it to the end.
  func finish() throws -> Confirmed {
    let choice = try person.terminal.choose(
      "Which second factor?", from: [Text("SMS"), "authenticator app"], within: person.waitLimit)
    if choice == 0 {
      let sent = try beginSMS(to: nil, name: nil)
      return try CodePrompt(person: person, service: service).finish(sent.confirmation, sent: sent.isNew)
    }
    let begun = try beginTOTP(name: nil) {
      try TOTPSecretShowing(qr: nil, secretFile: nil, issuer: nil, person: person, service: service)
    }
    return try CodePrompt(person: person, service: service).finish(begun, sent: nil)
  }

  /// Sends the first code to `typed`, to the number that is asked for, or with `resend` to the one that waits.
  func beginSMS(to typed: PhoneNumber?, name: String?, resend: Bool = false) throws -> SentForConfirmation {
    _ = try ready(for: .phone, typed)
    let number = try typed ?? PhoneNumber.ask(person, resending: resend)
    // Only now can it be known whether the number is enrolled already.
    if typed == nil { _ = try ready(for: .phone, number) }
    return try reauthentication.withRecentSignIn {
      try SMSEnrolling(flow, name: name).send(to: number, resend: resend)
    }
  }

  /// Has the secret of an authenticator app made and shown.
  /// - Parameter showing: Makes the files that the secret goes to, once the account is ready.
  func beginTOTP(
    name: String?, showing: () throws -> TOTPSecretShowing
  ) throws -> CodeConfirmation {
    let session = try ready(for: .totp, nil)
    let showing = try showing()
    var isShown = false
    do {
      return try reauthentication.withRecentSignIn {
        try TOTPEnrolling(flow, name: name).begin { secret in
          isShown = true
          try showing.show(secret, for: session.account.email ?? session.title.english)
        }
      }
    } catch {
      if !isShown { showing.abandon() }
      throw error
    }
  }

  /// The account once it may enroll a factor. At a terminal each need is answered once.
  private func ready(for type: FactorID, _ number: PhoneNumber?) throws -> SavedSession {
    var answered: [Need] = []
    while true {
      switch try readiness(type, number) {
      case .ready(let session): return session
      case .needs(let need, let session):
        var diagnosis = Diagnosis(need, of: session, in: flow.key)
        guard person.isInteractive, !answered.contains(need) else { throw diagnosis }
        answered.append(need)
        // Its hint is what happens next.
        let complete = diagnosis
        diagnosis.hint = nil
        person.say(diagnosis)
        guard try answer(need, session) else { throw complete }
      }
    }
  }

  /// A phone session could not enroll one: who is not signed in yet had better sign in another way.
  private func readiness(
    _ type: FactorID, _ number: PhoneNumber?
  ) throws -> EnrollmentReadiness.Readiness {
    do {
      return try EnrollmentReadiness(flow, type: type, number: number).check()
    } catch let problem as NotSignedIn {
      var diagnosis = Diagnosis(problem)
      diagnosis.hint = Hint("sign in", ["usher", "signin"] + flow.key.option)
      throw diagnosis
    }
  }

  private var reauthentication: Reauthentication {
    Reauthentication(person: person, service: service, flow: flow, isForSecondFactor: true)
  }

  /// False where nothing can be done about it here.
  private func answer(_ need: Need, _ session: SavedSession) throws -> Bool {
    switch need {
    case .recentSignIn, .suitableSignIn:
      return try reauthentication.finish(session)
    case .verifiedAddress:
      guard let email = session.account.email,
        try person.terminal.confirm("Mail a link to \(email)?", default: true, within: person.waitLimit)
      else { return false }
      let outcome = try LinkConversation(person: person, service: service, flow: flow).finish(
        .verifyEmail, to: email)
      if case .applied(let applied) = outcome {
        person.tellOfSession(after: applied)
        person.terminal.say(applied.sentence)
      }
      return true
    }
  }
}

extension Person {
  /// Says what became of the session here, where that is not what people expect.
  func tellOfSession(after applied: AppliedLink) {
    switch applied.session {
    case .unaffected: break
    case .ended: output.tell("Your session here has ended. Sign in again.")
    case .stale: output.tell("Your session here does not show this change yet.")
    }
  }
}

extension AppliedLink {
  /// What a person is told of it.
  var sentence: Text {
    switch operation {
    case .verifyEmail: "The address \(email ?? "") is verified."
    case .verifyAndChangeEmail: email.map { "The address is now \($0)." } ?? "The address is now changed."
    case .revertSecondFactorAddition:
      "The second factor is unenrolled. If you did not enroll it yourself, set a new password."
    default: "The address is \(email ?? "") again. If you did not change it yourself, set a new password."
    }
  }
}
