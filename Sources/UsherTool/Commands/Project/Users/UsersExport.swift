import Administration
import AuthClient
import CommandKit
import Essentials
import IdentityToolkit
import LibC

struct UsersExport: ToolCommand, ReadsProject {
  static let name = "project users export"
  static let abstract: Text = "Export the project's accounts to a file, page by page."
  static let discussion = """
    The file is usher's own JSON, with all that usher project users import takes, such as password hashes, second \
    factors and passkeys. firebase auth:import refuses it: give --format firebase, or a name that ends in .csv. Only \
    you can read the file. If the export stops, the accounts so far are in FILE.part, and --resume goes on.
    """
  static let manual = """
    firebase auth:import takes less than usher. A file for it has no passkeys, no authenticator apps, and no OIDC \
    and SAML providers. It also omits when passwords changed, and when sessions ended. CSV has no second factors \
    at all. usher says how many accounts lose something. Only firebase-tools after 15.22.3 reads all that is left.

    To check the passwords, another project needs the hash parameters. With --hash-parameters, usher writes them \
    to a file of their own. Keep it secret: it has the key of all hashes.

    Google hides the hashes from a caller without the permission firebaseauth.configs.getHashConfig. usher says \
    how many accounts have no password in the file.
    """
  static let arguments: [Argument<Self>] =
    [
      .positional(\.file, "file", help: "The file to write; it must not exist.", completion: .file),
      .flag(\.resume, "resume", help: "Continue an export that stopped."),
      .option(
        \.hashParameters, "hash-parameters", value: "FILE",
        help: "Write the project's password hash parameters to this new file.", completion: .file),
      .option(
        \.format, "format", value: "FORM",
        help: "Write usher's own format, or one for firebase auth:import."),
    ] + Argument.set(\.administrator)
  static var refused: [RefusedOption] { RefusedOption.output(to: "FILE") + knownFromPeers }
  static let examples = [
    Example("usher project users export users.json", "Keep the accounts in a file.")
  ]

  enum Format: String, CaseIterable, ArgumentValue {
    case usher, firebase
  }

  var file = ""
  var resume = false
  var hashParameters: String?
  var format: Format?
  var administrator = AdministratorOptions()

  struct Result: CommandResult {
    var file: String
    var users: Int
    /// Accounts whose password hash Google hides from the caller.
    var redactedPasswords: Int
    var losses: AccountLosses
  }

  func report(in context: Context) throws -> Report<Result> {
    let project = try context.project(administrator)
    let format = try accountFormat(of: project)
    context.service.liftTimeLimit()
    var export: AccountExport
    do throws(AccountExportError) {
      export =
        resume
        ? try AccountExport(resuming: file, from: project.place)
        : try AccountExport(to: file, from: project.place, format: format)
    } catch {
      throw Diagnosis(error, exporting: file)
    }
    // An export that goes on has written them already.
    if let hashParameters, !resume || access(hashParameters, F_OK) != 0 {
      try writeHashParameters(of: project, to: hashParameters)
    }
    do {
      try export.run(
        while: { context.world.interruption() == nil },
        page: { token in
          try project.retrying {
            try $0.accountPage(token, size: 1000, withSecrets: !project.isReal)
          }
        },
        progress: { summary in
          if summary.accounts % 50_000 < 1000, summary.accounts >= 50_000 {
            context.output.tell("Accounts so far: \(summary.accounts).")
          }
        })
    } catch {
      let diagnosis =
        (error as? AccountExportError).map { Diagnosis($0, exporting: file) }
        ?? Diagnosis(error, now: context.world.now())
      let count = export.summary.accounts
      guard count > 0 else { throw diagnosis }
      throw context.stopped(
        diagnosis,
        after: Text(
          counting: count, one: "\(count) account is in \(file).part",
          other: "\(count) accounts are in \(file).part"),
        Hint("go on", ["usher", "project", "users", "export", file, "--resume"]))
    }
    let summary = export.summary
    return .done(
      Result(
        file: file, users: summary.accounts, redactedPasswords: summary.redactedPasswords,
        losses: summary.losses), "Accounts exported to \(file): \(summary.accounts).", notes: summary.notes)
  }

  /// Returns the format of a new file; throws if the name, the option and the server do not go together.
  private func accountFormat(of project: AdministeredProject) throws -> AccountFormat {
    let isCSV = NewAccountFile.isCSV(file)
    if isCSV, format == .usher {
      throw UsageError.misuse("--format usher is JSON, and the name \(file) is one of CSV")
    }
    guard isCSV || format == .firebase else { return .usher }
    guard project.isReal else {
      throw UsageError.misuse(
        "for firebase auth:import, a local server's passwords need the same hash parameters",
        hint: Hint("usher local export sees to that", ["usher", "local", "export", file]))
    }
    return isCSV ? .csv : .firebase
  }

  private func writeHashParameters(of project: AdministeredProject, to path: String) throws {
    guard project.isReal else {
      throw UsageError.misuse(
        "a local server's accounts have their hash parameters in the file itself",
        hint: "leave --hash-parameters out")
    }
    guard
      let config = try project.administrator().projectConfig().part(
        at: project.destination.tenant == nil ? "signIn.hashConfig" : "hashConfig"),
      let parameters = try? HashParameters(config)
    else {
      throw Diagnosis(
        .credentialRefused, "the caller may not see the project's hash parameters",
        hint: "give it the role roles/firebaseauth.admin, or a role with firebaseauth.configs.getHashConfig")
    }
    try NewSecretFile.write(parameters.text, to: path)
  }
}

extension Context {
  /// Returns the failure of a long command, with what it has done and how to go on.
  func stopped(_ diagnosis: Diagnosis, after done: Text, _ hint: Hint) -> Diagnosis {
    // A run that a signal ends reports no failure.
    if world.interruption() != nil { output.warn(done, hint) }
    var diagnosis = diagnosis
    diagnosis.message = Text("\(diagnosis.message); \(done)")
    diagnosis.hint = hint
    return diagnosis
  }
}

extension AdministeredProject {
  /// What tells this project from others, also of other servers.
  fileprivate var place: String {
    [destination.name, destination.project, destination.tenant].compactMap(\.self).joined(separator: " ")
  }
}
