import AuthClient
import CommandKit
import Flows
import IdentityToolkit

struct AccountUpdate: ToolCommand {
  static let name = "account update"
  static let abstract = "Change the signed-in account's name, photo, address or password."
  static let discussion =
    "A new address or password ends the account's other sessions, and wants a recent sign-in."
  static let arguments: [Argument<Self>] =
    [
      .option(\.displayName, "display-name", value: "NAME", help: "The name that is shown."),
      .option(\.photoURL, "photo-url", value: "URL", help: "The address of a picture."),
      .option(
        \.email, "email", value: "EMAIL", help: "The new address, where the project lets it change unproved."),
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
    var change = AccountChange()
    change.displayName = displayName
    change.photoURL = photoURL
    change.email = try email.map { try EmailAddress.read($0).text }
    change.deleteAttributes = deleted.map(\.attribute)
    if password.file != nil || password.standardInput {
      change.password = try password.password(asking: "New password: ", in: context)
    }
    guard change != AccountChange() else {
      throw UsageError.misuse(
        "there is nothing to change", hint: Hint("see", ["usher", "account", "update", "--help"]))
    }
    do {
      let session = try AccountUse(try context.flow()).saved { auth throws(AuthError) in
        try auth.update(change)
      }
      return Report(
        .ok, SignedInResult(session), lines: ["The account is changed."], isConfirmation: true)
    } catch AuthError.refused(let refusal) where refusal.code == .operationNotAllowed && email != nil {
      throw Diagnosis(
        "auth/operation-not-allowed", .project, "the project wants a new address to be proved first",
        hint: Hint("mail it a link with", ["usher", "send-link", "--purpose", "change-email"]),
        serverCode: refusal.code.rawValue)
    }
  }
}

struct AccountRefresh: ToolCommand {
  static let name = "account refresh"
  static let abstract = "Ask the server for the account again, and renew the token."
  static let examples = [Example("usher account refresh", "See new claims and a proved address.")]

  func report(in context: Context) throws -> Report<SignedInResult> {
    let session = try AccountUse(try context.flow()).reloaded(renewing: true)
    return Report(
      .ok, SignedInResult(session), lines: ["The account is up to date."], isConfirmation: true)
  }
}

struct AccountDelete: ToolCommand {
  static let name = "account delete"
  static let abstract = "Delete the signed-in account at the server."
  static let discussion = "Cannot be undone. Asks first, unless --yes is given, and wants a recent sign-in."
  static let examples = [Example("usher account delete --yes", "Delete a test's account.")]

  struct Result: CommandResult {
    var uid: String
  }

  func report(in context: Context) throws -> Report<Result> {
    let flow = try context.flow()
    let active = try CurrentSession(flow).renewed()
    let place = try context.destination().spokenName
    let account = "\(active.saved.title) (uid \(active.saved.uid), \(place))"
    if let variable = active.source.variable, !context.options.yes {
      throw UsageError.misuse(
        "this would delete \(account), whose session \(variable) gives",
        hint: "if that is meant, confirm with --yes")
    }
    try context.confirm("Delete \(account) for good?")
    try flow.auth(active.saved.user).deleteAccount()
    if case .stored(let key) = active.source {
      try flow.state.update { state in
        _ = state.replace(key, holding: active.saved.tokens.refreshToken ?? "", with: nil)
        state.removePending(of: key)
      }
    }
    return Report(
      .ok, Result(uid: active.saved.uid), lines: ["Deleted \(active.saved.title)."], isConfirmation: true)
  }
}
