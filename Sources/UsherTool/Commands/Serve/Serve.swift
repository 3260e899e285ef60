import AuthClient
import AuthServer
import CSystem
import CommandKit
import Crypto
import CurlTransport
import Essentials
import Flows
import HTTP
import HTTPListener
import IdentityToolkit
import LibC
import TerminalIO

struct Serve: ToolCommand, Directed {
  static let name = "serve"
  static let abstract = "Run a local Authentication server over HTTP, for your app's SDKs."
  static let discussion = """
    The server takes the place of Firebase's Auth emulator. Accounts, settings and messages are in memory and gone \
    at the end: --data keeps all of it in a file, --export-on-exit the accounts in a folder, as the emulator does. \
    Codes and links that it "sends" are printed on standard error. Ctrl-C and SIGTERM let running requests finish; \
    the exit status is then 0.

    Apps without a project of their own are in the project that is served: the one that --project names, or \
    USHER_PROJECT, or the --config FILE, or the default one of .firebaserc beside that, or GOOGLE_CLOUD_PROJECT, or \
    GCLOUD_PROJECT. usher uses it by default, too. Others are there as soon as they are named.

    New passwords are kept as password-hashing says: scrypt makes a stolen file worth little, and fast, the default \
    under policy emulator without --data, costs nothing and protects nothing. emulator keeps them as they are, as \
    Firebase's emulator does, for its UI and its exports; each password there is remains what it was.

    accounts:batchGet and accounts:query show the owner the hashes of passwords, their salts, and how they were \
    computed; secrets=true shows the secrets of authenticator apps, too.

    Tokens are unsigned under policy emulator, which the admin SDK for Node needs of an emulator, and signed under \
    policy strict; --policy-set unsigned-tokens=false or =true decides.

    A --config FILE is an object of options under their names, or a firebase.json: of that the port and host of \
    emulators.auth are taken, and the options under usher.

    With --debug it prints a line for each request on standard error: which path, how it was answered, how long \
    that took; nothing of what was sent. One that was refused before it was read, for its host say, has a line, too.

    It listens on loopback; any other address needs --owner-token-file, or --trust-network in a network of \
    containers: whoever reaches the port then has the owner's rights. A socket that systemd hands \
    over is used instead; codes and links are then not printed, as standard error is a log.

    The files of --owner-token-file and --tls-key must be yours alone (chmod 600). Those of root, which containers \
    mount, and those in $CREDENTIALS_DIRECTORY, which systemd makes, are taken as they are.

    A large body, and a large answer, may take as long as 16 KiB of it go on each second; after ten seconds of less \
    it is given up, a request with 408.

    Behind a reverse proxy, --trust-proxy names its address. Mailed links then lead where the proxy was asked, and \
    quotas count those who asked it (an IPv6 network of 64 bits as one), by its X-Forwarded-For, -Host and -Proto, or \
    by Forwarded; from other addresses these are ignored. Name the proxy and no more: half of IPv4 or of IPv6 is refused. --allow-host names the outside name. usher help team shows a proxy's configuration, a systemd \
    unit, and what a backup takes.

    With a command after --, it runs that with FIREBASE_AUTH_EMULATOR_HOST, GCLOUD_PROJECT, USHER_PROJECT and \
    FIREBASE_CONFIG set, and ends when it ends, with its status (126 and 127 where it cannot be run). Standard \
    output is then the command's alone.
    """
  static let arguments: [Argument<Self>] = [
    .option(
      \.config, "config", value: "FILE",
      help: "Read options from this file, firebase.json say; those given here win.", completion: .file),
    .option(\.port, "port", value: "PORT", help: "Listen on this port, by default 9099; 0 is any free one."),
    .option(\.host, "host", value: "ADDRESS", help: "Listen on this IP address, by default 127.0.0.1."),
    .option(
      \.allowedHosts, "allow-host", value: "NAME",
      help: "Answer requests addressed to this name or public address too; *.NAME is every name below it."),
    .flag(
      \.trustNetwork, "trust-network",
      help: "Let everything that reaches a private address use the server as its owner."),
    .option(
      \.trustedProxies, "trust-proxy", value: "ADDRESS[/BITS]",
      help: "Believe a reverse proxy at this address, or in this range, where requests come from and go to."),
    .option(
      \.data, "data", value: "FILE", help: "Keep everything in this file; :memory: keeps nothing.",
      completion: .file),
    .option(
      \.policy, "policy", value: "NAME", help: "Behave like Firebase's emulator, or strictly like production."
    ),
    .option(\.settings, "policy-set", value: "NAME=VALUE", help: "Change one setting of the policy."),
    .flag(\.printPolicy, "print-policy", help: "Print the policy, with the source of each setting, and end."),
    .flag(
      \.unsignedTokens, "unsigned-tokens",
      help: "Leave ID tokens unsigned; the default under policy emulator."),
    .option(
      \.ownerTokenFile, "owner-token-file", value: "FILE",
      help: "Accept the token in this file as the owner's; by default it is the word owner.",
      completion: .file),
    .option(
      \.tlsCertificate, "tls-cert", value: "FILE",
      help: "Serve HTTPS with this certificate and --tls-key; SDKs told of an emulator speak plain HTTP.",
      completion: .file),
    .option(
      \.tlsKey, "tls-key", value: "FILE", help: "The certificate's key, which nobody else may read.",
      completion: .file),
    .option(
      \.importFolder, "import", value: "DIR",
      help: "Start with the accounts that Firebase's emulator, or this tool, exported.",
      completion: .directory),
    .option(
      \.exportFolder, "export-on-exit", value: "DIR", alone: .importFolder,
      help: "Export the accounts to this folder at the end, by default to that of --import.",
      completion: .directory),
    .rest(\.command, "command", help: "A program to run against the server."),
  ]
  static let examples = [
    Example("usher serve", "Listen where Firebase's emulator does."),
    Example("usher serve --data auth.db --policy strict", "Keep accounts, and behave like production."),
    Example("usher serve --port 0 -- npm test", "Run tests against a server of their own."),
    Example("usher serve --import saved --export-on-exit", "Keep accounts as the emulator does."),
    Example("usher serve --host 0.0.0.0 --trust-network", "Serve the other containers of a compose file."),
  ]

  enum Preset: String, CaseIterable, ArgumentValue {
    case emulator, strict
  }

  var config: String?
  var port: Int?
  var host: String?
  var allowedHosts: [String] = []
  var trustNetwork = false
  var trustedProxies: [AddressRange] = []
  var data: String?
  var policy: Preset?
  var settings: [String] = []
  var printPolicy = false
  var unsignedTokens = false
  var ownerTokenFile: String?
  var tlsCertificate: String?
  var tlsKey: String?
  var importFolder: String?
  var exportFolder: ExportTarget?
  var command: [String] = []

  /// It refuses a profile itself, and knows why.
  var directions: Set<Direction> { printPolicy ? [] : [.project, .profile] }

  /// Where the server listens and what it is, or the settings of a policy.
  struct Result: CommandResult, OmitsMissing {
    var url: String?
    var host: String?
    var port: Int?
    /// The page that shows what is "sent"; absent where it takes the owner's token to see it.
    var inbox: String?
    var project: String?
    /// Null where nothing is kept.
    var data: Nullable<String>?
    var policy: String?
    var settings: [Setting]?
  }

  struct Setting: Codable, Sendable {
    var name: String
    var value: String
    var source: String
  }
}

extension Serve {
  func report(in context: Context) throws -> Report<Result> {
    let (serve, _) = try configured(in: context)
    return try serve.printedPolicy(serve.policyInForce())
  }

  func run(in context: Context) throws {
    csystem_share_heaps()
    if printPolicy {
      try refuseBesidePolicy()
      return try context.output.write(report(in: context), of: Self.name, at: context.place.known)
    }
    let (serve, project) = try configured(in: context)
    try serve.run(project: try self.project(project, in: context), in: context)
  }

  /// These options, and what the file given with them says beyond them; the project that it names.
  private func configured(in context: Context) throws -> (Serve, project: String?) {
    guard let config else { return (self, nil) }
    let configuration = try ServeConfiguration(context.world.standardInput.data(of: config), of: config)
    if configuration.lacksEmulator {
      context.output.note("\(config) has no emulators.auth: the address is usher's own unless it is given")
    }
    return (over(configuration.options), configuration.project)
  }

  private func run(project: String, in context: Context) throws {
    try context.world.environment.check()
    if let profile = context.settings.options.profile {
      throw UsageError.misuse(
        "serve does not use profiles",
        hint: UInt16(profile) == nil ? nil : "set the port with --port \(profile)")
    }
    if !command.isEmpty, context.settings.options.json || context.settings.options.field != nil {
      throw UsageError.misuse(
        "the command uses standard output, so --json and --field do not go with it",
        hint: "the command finds the server in FIREBASE_AUTH_EMULATOR_HOST")
    }
    // All that may be wrong, before a file is made.
    let manager = try ServiceManager(context.world.environment)
    if manager.socket != nil, port != nil || host != nil {
      context.output.warn("--port and --host have no effect: the socket unit sets where to listen")
    }
    var configuration = try listenerConfiguration(on: manager.socket)
    configuration.identity = try identity(in: context)
    warnOfWideProxies(in: context)
    configuration.onFirstStranger = strangerNotice(in: context)
    let policy = try policyInForce()
    let ownerToken = try ownerToken(in: context)
    let export = try exportTarget()
    let announcements = Announcements(context.world, context.settings)
    let server = IdentityToolkitServer(
      store: try store(at: try location(in: context)), project: project,
      policy: policy, clock: context.world.now, random: context.world.random, ownerToken: ownerToken,
      push: LoopbackPush(transport: { CurlTransport(.push) }, concurrently: startThread),
      functions: context.world.functions, identityProviders: context.world.identityProviders,
      announce: manager.keepsLog ? nil : announcements.messages,
      notice: announcements.notices(for: project),
      pause: context.world.pause,
      trustsNetwork: trustNetwork, scheme: scheme, version: Release.version)
    let accounts = LocalServerAdmin(
      backend: Backend(
        endpoint: .embedded, apiKey: "", project: project, transport: EmbeddedTransport(server),
        pause: { _ in }),
      owner: ownerToken ?? "owner")
    let imported = try importAccounts(into: accounts, before: export, context)
    let log = RequestLog.writer(context.world, context.settings).map {
      RequestLog(server: server, now: context.world.now, uptime: context.world.uptime, write: $0)
    }
    if let log { configuration.refused = log.tellRefused }
    OpenFiles.makeRoom(for: configuration.connectionLimit)
    let listener = try HTTPListener(
      StorageNotice.around(log ?? server, now: context.world.now, tell: announcements.tell),
      configuration: configuration)
    let outcome = Swift.Result { try serve(listener, server, project, policy, imported, manager, context) }
    manager.tell("STOPPING=1")
    // Nothing changes any more, whichever signal came or however the program ended.
    listener.stop()
    if let export {
      let count = try accounts.export(to: export)
      context.output.tell("Accounts exported to \(export.path): \(count).")
    }
    // Where that fails nothing is lost: it stays in the log.
    try? server.finish()
    try outcome.get()
  }

  private func serve(
    _ listener: HTTPListener, _ server: IdentityToolkitServer, _ project: String, _ policy: Policy,
    _ imported: Int?, _ manager: ServiceManager, _ context: Context
  ) throws {
    // What it fails for, requests fail for too, and say it.
    try? startThread { try? server.prepare() }
    if trustNetwork {
      context.output.warn(
        "--trust-network: everybody who reaches port \(listener.port) of \(listener.host) can read every code and change every account"
      )
    }
    var report = started(listener, project, policy, isAnnouncing: !manager.keepsLog)
    if let imported, let importFolder {
      report.notes.append("Accounts imported from \(importFolder): \(imported).")
    }
    if command.isEmpty {
      // Only now, so that whoever waits for this line can connect.
      try context.output.write(report, of: Self.name, at: context.place.known)
      manager.tell("READY=1")
      _ = listener.waitUntilStopped(orReadable: Interruption.descriptor)
    } else {
      // Standard output is the program's.
      for line in report.lines + report.notes { context.output.tell(line) }
      manager.tell("READY=1")
      try runCommand(against: listener, project, context)
    }
  }

  private func started(
    _ listener: HTTPListener, _ project: String, _ inForce: Policy, isAnnouncing: Bool
  ) -> Report<Result> {
    let url = scheme + "://" + listener.authority
    let policy = (policy ?? .emulator).rawValue
    let inbox = ownerTokenFile == nil ? url + "/inbox" : nil
    let tokens = inForce.unsignedTokens ? "unsigned" : "signed"
    // A server for a program's time is not meant to keep anything.
    let isKept = data != nil || exportFolder != nil || !command.isEmpty
    let keeps =
      data.map { $0 == ":memory:" ? "keeps nothing" : "keeps \($0)" }
      ?? (exportFolder == nil ? "keeps nothing" : "exports at the end")
    return Report(
      .ok,
      Result(
        url: url, host: listener.host, port: Int(listener.port), inbox: inbox, project: project,
        data: Nullable(data),
        policy: policy),
      lines: ["Listening on \(url) (project \(project), policy \(policy), \(tokens) tokens, \(keeps))."],
      // SDKs told of an emulator speak plain HTTP to it.
      notes: (scheme == "https"
        ? [] : ["Point SDKs at it with FIREBASE_AUTH_EMULATOR_HOST=\(listener.authority)"])
        + (isKept ? [] : ["What it holds is gone when it ends; --data FILE would keep it."])
        + (inbox.map { ["Codes and links it \"sends\" are \(isAnnouncing ? "below, and " : "")at \($0)"] }
          ?? []))
  }
}

// MARK: - What was asked for

extension Serve {
  private var scheme: String { tlsCertificate == nil ? "http" : "https" }

  func identity(in context: Context) throws -> TLSIdentity? {
    guard let tlsCertificate, let tlsKey else {
      if tlsCertificate != nil || tlsKey != nil {
        throw UsageError.misuse("--tls-cert and --tls-key go together")
      }
      return nil
    }
    try checkExposure(of: tlsKey, holding: "the key", in: context)
    do throws(TLSIdentity.Problem) {
      return try TLSIdentity(certificate: tlsCertificate, key: tlsKey)
    } catch {
      throw Diagnosis(error)
    }
  }

  private func ownerToken(in context: Context) throws -> String? {
    guard let ownerTokenFile else { return nil }
    try checkExposure(of: ownerTokenFile, holding: "the owner's token", in: context)
    let token = try context.world.standardInput.text(of: ownerTokenFile, line: true)
    guard token.utf8.count >= 16, token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw Diagnosis(
        .badOwnerToken, "\(ownerTokenFile) does not contain an owner token",
        hint: "write 16 or more printable characters in one line", retry: .newInput)
    }
    return token
  }

  /// Refuses a file of one's own with a secret that others get at. Root's are as containers mount them, so root is only
  /// warned of its own, and systemd's are as it makes them.
  private func checkExposure(of file: String, holding secret: String, in context: Context) throws {
    var status = stat()
    guard stat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
      !Self.isCredential(file, context.world.environment), let reason = Self.exposure(status.st_mode)
    else { return }
    guard geteuid() == 0 else { throw Diagnosis.exposed(file, holding: secret, reason) }
    context.output.warn(
      "\(file) contains \(secret), and \(reason)", Hint("make it yours alone", ["chmod", "600", file]))
  }

  /// Whether systemd put it there.
  private static func isCredential(_ file: String, _ environment: Environment) -> Bool {
    guard let folder = environment["CREDENTIALS_DIRECTORY"], file.hasPrefix(folder + "/") else {
      return false
    }
    return !file.dropFirst(folder.count + 1).contains("/")
  }

  private static func exposure(_ mode: mode_t) -> String? {
    if mode & 0o022 != 0 { return "others may change it" }
    return mode & 0o044 != 0 ? "others may read it" : nil
  }
}

// MARK: - With a command

extension Serve {
  private func runCommand(
    against listener: HTTPListener, _ project: String, _ context: Context
  ) throws {
    var environment = context.world.environment.forChildren
    for name in ServiceManager.variables { environment[name] = nil }
    environment["FIREBASE_AUTH_EMULATOR_HOST"] = listener.authority
    environment["GCLOUD_PROJECT"] = project
    // Which counts more, where it is set.
    if environment["GOOGLE_CLOUD_PROJECT"] != nil { environment["GOOGLE_CLOUD_PROJECT"] = project }
    environment["USHER_PROJECT"] = project
    environment["FIREBASE_CONFIG"] = JSONValue.object([.init("projectId", .string(project))]).text
    try ChildProgram.run(command, environment, in: context)
  }
}

extension CurlTransport.Configuration {
  /// For listeners on this machine, which have nothing to say.
  fileprivate static let push: Self = {
    var configuration = Self()
    configuration.connectDeadline = .seconds(1)
    configuration.requestDeadline = .seconds(2)
    configuration.bodyLimit = 1 << 10
    return configuration
  }()
}

extension HTTPListener {
  /// Host and port as `FIREBASE_AUTH_EMULATOR_HOST` has them, for programs on this machine.
  fileprivate var authority: String {
    switch host {
    // Every address of the machine, and none to connect to.
    case "0.0.0.0": "127.0.0.1:\(port)"
    case "::": "[::1]:\(port)"
    default: (host.contains(":") ? "[\(host)]" : host) + ":\(port)"
    }
  }
}

extension String {
  /// At least one space, and as many as it takes.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(1, width - count))
  }
}
