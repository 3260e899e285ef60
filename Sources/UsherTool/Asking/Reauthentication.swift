import AuthClient
import CommandKit
import Essentials
import Flows
import IdentityToolkit
import TerminalIO

/// The conversation in which a user re-authenticates.
struct Reauthentication {
  let person: Person
  let service: Service
  let flow: FlowSession
  /// A session by phone cannot enroll a second factor.
  var isForSecondFactor = false

  /// Re-authenticates the user of `session` and says so; false where nothing of the account can be used here.
  func finish(_ session: SavedSession) throws -> Bool {
    guard let outcome = try outcome(of: session) else { return false }
    let signedIn = try FactorStage(person: person, service: service, flow: flow).finish(outcome)
    person.terminal.say(try signedIn.sentence(at: service.destination()))
    return true
  }

  /// What re-authenticating came to; nil where nothing of the account can be used here.
  ///
  /// The sign-in method of the session is used without asking, unless it sends an SMS.
  func outcome(of session: SavedSession) throws -> SignInOutcome? {
    let methods = try session.reauthenticationMethods(told).filter { !(isForSecondFactor && $0.sendsSMS) }
    guard let first = methods.first else { return nil }
    try service.place.sayWhichServer(to: person)
    // The passkey may be in a file.
    if first.name == session.signInMethod, !first.sendsSMS, first != .passkey {
      return try outcome(by: first)
    }
    if methods.count == 1 {
      guard case .phone(let number) = first else { return try outcome(by: first) }
      let question: Text = "Send an SMS to \(number)?"
      guard try person.terminal.confirm(question, default: true, within: person.waitLimit) else {
        throw Diagnosis(.declined, "nothing was sent")
      }
      return try outcome(by: first)
    }
    let choice = try person.terminal.choose(
      "How do you want to re-authenticate?", from: methods.map(\.spokenName), within: person.waitLimit)
    return try outcome(by: methods[choice])
  }

  private func told(_ email: String) throws -> [String]? {
    try service.auth().signInMethods(forEmail: email)
  }

  private func outcome(by method: ReauthenticationMethod) throws -> SignInOutcome? {
    switch method {
    case .password(let email):
      return try person.resuming {
        try PasswordConversation(person: person, service: service, flow: flow, purpose: .reauthenticate)
          .outcome(for: try EmailAddress.read(email))
      }
    case .emailLink(let email):
      return try LinkConversation(person: person, service: service, flow: flow).credential(
        for: .reauthenticate, to: email)
    case .phone(let number):
      let sent = try PhoneSignIn(flow, for: .reauthenticate).send(to: try PhoneNumber.read(number))
      let confirmed = try CodePrompt(person: person, service: service).finish(
        sent.confirmation, sent: sent.isNew)
      guard case .signIn(let outcome) = confirmed else { return nil }
      return outcome
    case .passkey:
      return try PasskeyConversation(person: person, service: service, flow: flow).outcome(
        for: .reauthenticate)
    case .provider(let id):
      return try ProviderConversation(
        person: person, service: service, flow: flow, purpose: .reauthenticate
      ).outcome(at: IdentityProvider(id))
    }
  }
}

extension Reauthentication {
  /// What `change` comes to. Where the server requires a recent sign-in for it, a person re-authenticates, and it is
  /// made once more.
  func withRecentSignIn<Value>(_ change: () throws -> Value) throws -> Value {
    do {
      return try change()
    } catch AuthFailure.refused(let refusal) where refusal.code == .credentialTooOldLoginAgain {
      // A session that a variable gives does not become newer here.
      guard flow.givenBy == nil, let session = try flow.current() else { throw AuthFailure.refused(refusal) }
      var diagnosis = Diagnosis(refusal)
      if session.reauthenticationMethods({ _ in nil }).isEmpty {
        diagnosis.hint = session.signInAnew(in: flow.key)
        throw diagnosis
      }
      guard person.isInteractive, flow.state.isKept else { throw AuthFailure.refused(refusal) }
      // Its hint is what happens next.
      diagnosis.hint = nil
      person.say(diagnosis)
      guard try finish(session) else {
        throw AuthFailure.refused(refusal)
      }
      // What one user agreed to must not reach another, who signed in meanwhile.
      guard try flow.current()?.uid == session.uid else { throw AuthFailure.userMismatch }
      return try change()
    }
  }
}

extension SavedSession {
  /// What makes the sign-in recent where the account has nothing to re-authenticate with.
  func signInAnew(in key: SessionKey) -> Hint {
    let command = ["usher", "signin", "custom-token"]
    return switch tokens.idToken.signInProvider {
    case "anonymous":
      Hint("link a sign-in method first", template: ["usher", "link", "METHOD"] + key.option).because(
        "an anonymous user cannot sign in again")
    case "custom" where key.binding.endpoint == Endpoint.production.word:
      Hint("sign in again", template: command + ["--token-file", "FILE"] + key.option)
    case "custom": Hint("sign in again", command + ["--uid", uid] + key.option)
    default: Hint("sign in again", ["usher", "signin"] + key.option)
    }
  }
}

extension ReauthenticationMethod {
  fileprivate var sendsSMS: Bool {
    if case .phone = self { true } else { false }
  }

  fileprivate var spokenName: Text {
    switch self {
    case .phone(let number): "SMS to \(number)"
    case .password: Text("password")
    case .emailLink: Text("e-mail link")
    case .provider(let id): Text(verbatim: IdentityProvider(id).name)
    case .passkey: Text("passkey")
    }
  }
}
