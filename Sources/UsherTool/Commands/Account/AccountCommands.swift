import AuthClient
import CommandKit
import Essentials
import Flows
import IdentityToolkit

struct AccountUpdate: ToolCommand {
  static let name = "account update"
  static let abstract: Text = "Change the account's name, photo, e-mail address or password."
  static let discussion = """
    A new address or password ends the account's other sessions. Both need a recent sign-in: at a terminal, \
    usher re-authenticates you first.
    """
  static let arguments: [Argument<Self>] =
    [
      .option(\.displayName, "display-name", value: "NAME", help: "The new display name."),
      .option(\.photoURL, "photo-url", value: "URL", help: "The URL of the new photo."),
      .option(
        \.email, "email", value: "EMAIL",
        help: "The new address, if the project allows an unverified one; else use send-link."),
      .option(
        \.deleted, "delete-attribute", value: "NAME", help: "Clear the name or the photo."),
    ] + Argument.set(\.password)
  static let examples = [
    Example("usher account update --display-name 'Kim Lee'", "Change the name."),
    Example("usher account update --password-stdin < new-password.txt", "Change the password."),
    Example("usher account update --delete-attribute photo-url", "Clear the photo."),
  ]

  enum Attribute: String, CaseIterable, ArgumentValue {
    case displayName = "display-name"
    case photoURL = "photo-url"

    var attribute: AccountAttribute { self == .displayName ? .displayName : .photoURL }
  }

  var displayName: String?
  var photoURL: String?
  var email: String?
  var deleted: [Attribute] = []
  var password = PasswordOptions()

  func report(in context: Context) throws -> Report<SignedInResult> {
    let given: [(Attribute, Bool)] = [(.displayName, displayName != nil), (.photoURL, photoURL != nil)]
    for (attribute, isGiven) in given where isGiven && deleted.contains(attribute) {
      throw UsageError.misuse(
        "--\(attribute.rawValue) and --delete-attribute \(attribute.rawValue) cannot be used together")
    }
    var change = AccountChange()
    change.displayName = displayName
    change.photoURL = photoURL
    change.email = try email.map { try EmailAddress.read($0).text }
    change.deleteAttributes = deleted.map(\.attribute)
    if password.isGiven {
      change.password = try PasswordPrompt(password, of: context.person, in: context.world).choose(for: nil) {
        $0
      }
    }
    guard change != AccountChange() else {
      throw UsageError.misuse(
        "there is nothing to change", hint: Hint("see the options", ["usher", "account", "update", "--help"]))
    }
    do {
      let flow = try context.sessions.flow()
      let session = try context.engine(flow).withRecentSignIn {
        try AccountUse(flow).saved { auth throws(AuthFailure) in try auth.update(change) }
      }
      return .done(SignedInResult(session), "The account is changed.")
    } catch AuthFailure.refused(let refusal) where refusal.code == .operationNotAllowed && email != nil {
      throw Diagnosis(
        "auth/operation-not-allowed", .project, "the project requires you to verify a new address first",
        hint: Hint("send a link to it", ["usher", "send-link", "--purpose", "change-email", email ?? ""]),
        serverCode: refusal.code.rawValue)
    }
  }
}

struct AccountRefresh: ToolCommand {
  static let name = "account refresh"
  static let abstract: Text = "Fetch the account from the server again, and renew the token."
  static let examples = [Example("usher account refresh", "Get new claims and a verified address.")]

  func report(in context: Context) throws -> Report<SignedInResult> {
    let session = try AccountUse(try context.sessions.flow()).reloaded(renewing: true)
    return .done(SignedInResult(session), "The account is up to date.")
  }
}

struct AccountDelete: ToolCommand {
  static let name = "account delete"
  static let abstract: Text = "Delete the signed-in account from the project."
  static let discussion = """
    You cannot undo this. usher asks first, unless you give --yes. It needs a recent sign-in: at a terminal, \
    usher re-authenticates you first.
    """
  static let examples = [Example("usher account delete --yes", "Delete a test's account.")]

  struct Result: CommandResult {
    var uid: String
  }

  func report(in context: Context) throws -> Report<Result> {
    let flow = try context.sessions.flow()
    let active = try flow.renewed()
    let place = try context.place.destination().spokenName
    let account = Text("\(active.saved.title) (uid \(active.saved.uid), \(place))")
    if let variable = active.source.variable, !context.settings.options.yes {
      throw UsageError.misuse(
        "this would delete \(account), because \(variable) sets the session",
        hint: "if that is meant, confirm it with --yes")
    }
    try context.destruction.confirm("Delete \(account) for good?")
    let source = try context.engine(flow).withRecentSignIn {
      let current = try flow.renewed()
      guard current.saved.uid == active.saved.uid else { throw AuthFailure.userMismatch }
      do {
        try flow.auth(current.saved.user).deleteAccount()
      } catch let failure as AuthFailure where failure.refusal?.code == .adminOnlyOperation {
        // The same refusal says that nobody may sign up.
        var diagnosis = Diagnosis(failure, now: context.world.now())
        diagnosis.page = .accountDeletion
        throw diagnosis
      }
      return current.source
    }
    if case .stored(let key) = source {
      try flow.state.update { state in
        state.removePending(of: key)
        // Every session of the account has ended.
        for (name, session) in state[key.binding].sessions where session.uid == active.saved.uid {
          let ended = key.binding.session(name)
          state.end(ended)
          state.removePending(of: ended)
        }
      }
    }
    return .done(Result(uid: active.saved.uid), Text("Deleted \(active.saved.title)."))
  }
}

struct Methods: ToolCommand, ActsAsNobody {
  static let name = "methods"
  static let abstract: Text = "Show the sign-in methods of an e-mail address."
  static let discussion = """
    A project with email enumeration protection hides the methods. Phone numbers are never among them.
    """
  static let arguments: [Argument<Self>] = [.positional(\.email, "email", help: "The address.")]
  static let examples = [Example("usher methods kim@example.com", "Show the methods of an address.")]

  var email = ""

  struct Result: CommandResult {
    var email: String
    /// Whether the project hides the methods.
    var hidden: Bool
    var methods: [String]
  }

  func report(in context: Context) throws -> Report<Result> {
    let address = try EmailAddress.read(email)
    let methods = try context.service.auth().signInMethods(forEmail: address.text)
    let lines: [Text] =
      switch methods {
      case nil: ["The project hides the sign-in methods: email enumeration protection is on."]
      case []?: ["No account signs in with this address."]
      case let methods?: methods.map { Text(verbatim: SafeText.brief($0)) }
      }
    let isLocal = try methods == nil && context.place.destination().isEmbedded
    return Report(
      .ok, Result(email: address.text, hidden: methods == nil, methods: methods ?? []), lines: lines,
      notes: isLocal
        ? context.next.lines(
          "To show them here", ["usher", "project", "disable", "enumeration-protection"]) : [])
  }
}
