import Administration
import AuthClient
import CommandKit
import Essentials
import IdentityToolkit

struct UsersImport: ToolCommand, ChangesProject {
  static let name = "project users import"
  static let abstract: Text = "Import accounts from a file of firebase auth:export or usher."
  static let discussion = """
    The file is JSON or CSV of firebase auth:export, JSON of usher, or an array of users. \
    usher replaces accounts with the same uids. It sends 1000 accounts at a time, and lists those that the \
    service refuses; the others are stored. If the import stops, usher names the option that goes on.

    Users keep their passwords if usher knows how they were hashed: give the file with the hash parameters. The \
    file has the key of all hashes: keep it secret. Without it, a local server takes the accounts without their \
    passwords. A project at Google does not, because an import replaces accounts and their passwords.
    """
  static let manual = """
    The Firebase console shows the parameters of a project under Authentication > Users > Password hash \
    parameters. Passwords of other systems have parameters such as these:

      hash_config {
        algorithm: PBKDF2_SHA256,
        rounds: 100000,
      }

    With --from, the file comes from another service. Users keep their IDs, so that your data still belongs to \
    them. Passwords hashed with bcrypt come along without hash parameters.

      auth0: the lines of JSON of an export job, or of the Management API. They have no passwords. Those are in \
    a file that Auth0's support gives: name it with --passwords-file.
      supabase: auth.users as CSV or JSON, with encrypted_password. Providers are in the column identities only if \
    you add it.
      clerk: the CSV of the dashboard, with password_digest. What its API exports has no passwords.

    usher counts what does not come along, such as metadata. Amazon Cognito gives no password to anybody: its users \
    reset theirs with send-link --purpose reset-password.

    The algorithms are SCRYPT, STANDARD_SCRYPT, BCRYPT, ARGON2, PBKDF_SHA1, PBKDF2_SHA256, and MD5, SHA1, SHA256 \
    and SHA512, the last four also with HMAC_ before them. The other names are those of the options of \
    firebase auth:import, like block_size.
    """
  static let arguments: [Argument<Self>] =
    [
      .positional(\.file, "file", help: "The file with the accounts.", completion: .secretFile),
      .option(
        \.hashParameters, "hash-parameters", value: "FILE",
        help: "The file with the password hash parameters; - is standard input.", completion: .secretFile),
      .option(
        \.origin, "from", value: "SERVICE", help: "The other service that exported the file."),
      .option(
        \.passwords, "passwords-file", value: "FILE",
        help: "The file with the password hashes, which Auth0's support gives.", completion: .secretFile),
      .option(
        \.start, "start", value: "N", help: "Leave out the first N accounts, which are stored already."),
    ] + Argument.set(\.change)
  static let examples = [
    Example("usher project users import users.json", "Take the accounts of a file.")
  ]

  var file = ""
  var hashParameters: String?
  var origin: AccountOrigin?
  var passwords: String?
  var start = 0
  var change = ChangeOptions()

  struct Result: CommandResult {
    var stored: Int
    /// Accounts that were not stored, and the first of them.
    var refused: Int
    var refusals: [Refusal]
    /// Accounts of which the service did not say whether it stored them.
    var unclear: Int
    var losses: AccountLosses
  }

  struct Refusal: Codable, Sendable {
    /// The index in the file, from 0.
    var index: Int?
    var uid: String?
    var reason: Text
  }

  func report(in context: Context) throws -> Report<Result> {
    if start < 0 { throw UsageError.misuse("--start needs a number from 0") }
    let project = try context.project(change)
    context.service.liftTimeLimit()
    let parameters = try hashParameters.map {
      try HashParametersFile.read($0, context.world.standardInput)
    }
    if passwords != nil, origin == nil { throw UsageError.misuse("--passwords-file needs --from") }
    var hashes: [String: AccountRecord] = [:]
    if let passwords {
      let now = context.world.now()
      for record in try records(of: passwords, now) { hashes[record.localId ?? ""] = record }
    }
    let accounts = try reader(context.world.now())
    var running = AccountImport(
      hashedWith: parameters, with: hashes, startingAt: start, takesAdditions: !project.isReal)
    let count = max(0, accounts.count - start)
    try project.change(["accounts: \(count) are stored, and replace those with the same uids"]) { server in
      do {
        try running.run(
          accounts, while: { context.world.interruption() == nil },
          upload: { batch in
            var batch = batch
            batch.tenantId = project.destination.tenant
            if project.isDryRun { return try server.storeBatch(batch) }
            return try project.retrying { try $0.storeBatch(batch) }
          },
          progress: { report in
            if count > 50_000, report.reached % 50_000 < 1000 {
              context.output.tell("Accounts so far: \(report.reached) of \(accounts.count).")
            }
          })
      } catch {
        throw stopped(error, running.report, context)
      }
    }
    return result(running.report, context)
  }

  private func reader(_ now: Date) throws(Diagnosis) -> AccountReader {
    do throws(AccountFileError) {
      return try AccountReader(file, from: origin, at: now)
    } catch {
      throw Diagnosis(error, importing: file)
    }
  }

  private func records(of path: String, _ now: Date) throws(Diagnosis) -> [AccountRecord] {
    do throws(AccountFileError) {
      return try AccountReader(path, from: origin, at: now).records()
    } catch {
      throw Diagnosis(error, importing: path)
    }
  }

  private func stopped(_ error: any Error, _ report: ImportReport, _ context: Context) -> any Error {
    let diagnosis: Diagnosis
    switch error {
    case let error as AccountFileError: diagnosis = Diagnosis(error, importing: file)
    case let flaw as HashParameters.Flaw: diagnosis = Diagnosis(flaw, in: Text(verbatim: file))
    case AccountImportError.unexplainedHash(let index, let uid):
      return UsageError.misuse(
        "\(Self.place(index, uid)) in \(file) has a password hash, so --hash-parameters is missing",
        hint: .hashParameters)
    case AccountImportError.strangeHashes:
      return Diagnosis(.badExport, "no password hash in \(passwords ?? "") belongs to a user in \(file)")
    case AccountImportError.interrupted: diagnosis = Diagnosis(.interrupted, "the import was interrupted")
    default: diagnosis = Diagnosis(error, now: context.world.now())
    }
    guard report.reached > start else { return diagnosis }
    return context.stopped(
      diagnosis,
      after: Text(
        counting: report.stored, one: "\(report.stored) account was stored before",
        other: "\(report.stored) accounts were stored before"),
      Hint("go on with the same command and --start \(report.reached)"))
  }

  private static func place(_ index: Int?, _ uid: String?) -> Text {
    let place = index.map { Text(verbatim: "users[\($0)]") } ?? "an account"
    return uid.map { Text("\(place) (\(SafeText.brief($0)))") } ?? place
  }

  private func result(_ report: ImportReport, _ context: Context) -> Report<Result> {
    let refusals = report.refusals.map {
      Refusal(index: $0.index, uid: $0.uid, reason: $0.reason.sentence)
    }
    if report.refused + report.unclear > 0 { context.output.exitStatus = ExitCode.data.rawValue }
    var lines: [Text] = ["Accounts imported from \(file): \(report.stored)."]
    if report.refused > 0 { lines.append("Accounts refused: \(report.refused).") }
    if report.unclear > 0 { lines.append("Accounts without a clear answer: \(report.unclear).") }
    lines += refusals.map { refusal in
      Text("\(Self.place(refusal.index, refusal.uid)): \(refusal.reason)")
    }
    let isClean = report.refused + report.unclear == 0
    return Report(
      isClean ? .ok : .failed,
      Result(
        stored: report.stored, refused: report.refused, refusals: refusals, unclear: report.unclear,
        losses: report.lossCounts),
      lines: lines,
      notes: report.notes,
      isConfirmation: isClean)
  }
}

extension AccountOrigin: ArgumentValue {}

extension ImportReport {
  /// A sentence for each kind of data that does not come along.
  fileprivate var notes: [Text] {
    let kinds: [(Text, Int)] =
      [(.withoutHashParameters, passwordsOmitted)]
      + AccountOrigin.Loss.allCases.map { ($0.kind, losses[$0] ?? 0) }
      + [("Password hashes of nobody in the file", hashesUnmatched)]
    return kinds.compactMap { Text(counted: $0, $1) }
  }

  fileprivate var lossCounts: AccountLosses {
    func count(_ loss: AccountOrigin.Loss) -> Int { losses[loss] ?? 0 }
    return AccountLosses(
      passwords: passwordsOmitted + count(.password), providers: count(.provider),
      secondFactors: count(.secondFactor), addresses: count(.address), usernames: count(.username),
      metadata: count(.metadata), unmatchedHashes: hashesUnmatched)
  }
}

extension AccountOrigin.Loss {
  fileprivate var kind: Text {
    switch self {
    case .password: "Accounts without a password, whose users have to reset it"
    case .provider: "Accounts that lose a provider"
    case .secondFactor: "Accounts that lose their second factors"
    case .address: "Accounts that lose further e-mail addresses or numbers, or a number that is not verified"
    case .username: "Accounts that lose their username"
    case .metadata: "Accounts that lose their metadata"
    }
  }
}

extension ImportReport.Reason {
  fileprivate var sentence: Text {
    switch self {
    case .redactedHash: "the password hash was hidden from the exporter (REDACTED)"
    case .emulatorHash: "the password is not hashed, as in Firebase's emulator, and Google takes only hashes"
    case .hashNotBase64: "the password hash or its salt is not base64"
    case .hashParameters: "the account's own hash parameters are not valid"
    case .service(let words): Text(verbatim: words)
    }
  }
}
