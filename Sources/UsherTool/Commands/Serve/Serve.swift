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

struct Serve: ToolCommand {
  static let name = "serve"
  static let abstract: Text = "Run a local Authentication server over HTTP, for your app's SDKs."
  static let discussion = """
    It replaces Firebase's Auth emulator. It sends no messages: it prints codes and links on standard error. \
    The data is in memory and is lost when the server stops. To keep all data, use --data. To keep only the \
    accounts, use --export-on-exit.

    It listens on loopback. To listen on another address, use --owner-token-file, or --trust-network in a \
    container network. The server runs a command after --, and stops when it ends. For a team: usher help team
    """
  static let manual = """
    Projects. Apps that name no project use the default project. The server takes it from the first of these:

      --project
      USHER_PROJECT
      the project of the --config file
      firebase use, or .firebaserc, beside that file
      GOOGLE_CLOUD_PROJECT
      GCLOUD_PROJECT
      firebase use, or .firebaserc, in the folder of firebase.json

    Other usher commands use this project by default, too. The server creates any other project when an app \
    first names it.

    Data. Several servers on one machine can share a --data file:

      usher serve --data auth.db
      usher serve --data auth.db --port 9100

    --export-on-exit writes the accounts to its folder. Without a folder, it uses the folder of --import:

      usher serve --import saved --export-on-exit

    Passwords. The setting password-hashing says how the server stores new passwords. The value scrypt \
    protects them if the file is stolen. It is the default under policy strict. The value fast is quick, but a \
    thief of the file can find most passwords out. It is the default under policy emulator, with --data, too: \
    use test passwords there, or scrypt. The value emulator stores passwords in plain text, like Firebase's \
    emulator. The setting is for new passwords. With scrypt, an older one gets scrypt when its user signs in. \
    The server warns if the file has passwords of the other kind.

      usher serve --data auth.db --policy-set password-hashing=scrypt

    With the owner's token, accounts:batchGet and accounts:query also return password hashes, salts and hash \
    parameters. With ?secrets=true, accounts:batchGet also returns the secrets of authenticator apps.

    Tokens. Policy strict signs ID tokens. Policy emulator does not, because the admin SDK for Node needs \
    unsigned tokens from an emulator. To sign tokens under policy emulator:

      usher serve --policy-set unsigned-tokens=false

    A project can have settings of its own. This server signs tokens for one project:

      usher serve --policy-set demo-gateway/unsigned-tokens=false

    A client SDK chooses its project with the project's ID as its API key, once the server has this project.

    Passkeys. Policy emulator also verifies the answers of authenticators, because a test that passes without a \
    key proves nothing. Firebase's emulator accepts any answer. To do the same:

      usher serve --policy-set passkey-verification=false

    Functions. The server tells the Functions emulator of each new and deleted account. It finds the emulator \
    through FIREBASE_EMULATOR_HUB or the file of the emulator's hub, whichever of the two starts first. With \
    --functions, you say where it is. With --functions none, the server does not look for it. The server also \
    finds blocking functions, and beforeSendEmail and beforeSendSms. A sign-up never waits for an event. If the \
    emulator is away, events wait for it. An account that signs up before the emulator is found calls no function. \
    Each event is sent at least once, in the order of its account. If a function receives it again, it has the \
    same ID.

    The Emulator Suite up to 15.30.1 ignores events for functions such as onUserCreated. Functions such as \
    onCreate run.

      usher serve --project demo-app -- \\
        firebase emulators:exec --only firestore,functions "npm test"
      usher local events

    --events-url sends the events to any program, as CloudEvents. With --events-secret-file, each request has \
    a header X-Usher-Signature: t=TIME,v1=CODE. CODE is the HMAC-SHA256 of TIME, a point and the body.

    Configuration. The --config file is JSON: an object with option names as keys, or a firebase.json. From \
    firebase.json, the server takes the port and host of emulators.auth, and the options under usher. Options \
    on the command line override the file.

      usher serve --config firebase.json

    Without --config, the server looks for firebase.json in this folder and those above, as Firebase's tools \
    do. It takes the port, the project, and the host if it is loopback, and says so. It also finds functions \
    there. It ignores the options under usher, because a repository must not decide whom the server trusts. \
    It switches on the providers under auth.providers, as firebase deploy does. It never switches one off.

    Firebase's tools. In such a folder, and with --config firebase.json, the server also does the part of the \
    Emulator Suite's hub, if no hub runs for the project. The tools find it in the file hub-PROJECT.json of the \
    temporary folder:

      firebase emulators:export saved
      firebase functions:shell

    A hub that starts later replaces the file. When it has gone, the server writes its own again. Without a \
    command, the server's hub listens on the port of emulators.hub. The server has no hub with --port 0, \
    --owner-token-file or --tls-cert, and outside loopback.

    App Check. The setting app-check says what the server does with App Check tokens. The value enforced refuses \
    calls without one, and the value unenforced reports the first such call. The server gives a token for \
    any UUID as a debug token. The SDKs always ask Google, so a web app needs the provider of the npm package \
    usher-auth. The address for tokens, and that of the keys that verify them:

      http://127.0.0.1:9099/firebaseappcheck.googleapis.com/v1/projects/PROJECT/apps/APP:exchangeDebugToken
      http://127.0.0.1:9099/firebaseappcheck.googleapis.com/v1/jwks

    Network. The owner's token gives the rights of an administrator. With --trust-network, every client with a \
    private address has these rights. Use it only in a container network:

      usher serve --host 0.0.0.0 --trust-network

    Without --owner-token-file, the owner's token is "owner". The Android, Apple and admin SDKs use plain HTTP \
    for an emulator, so they cannot use a server with --tls-cert. Browsers can, and usher can. If systemd \
    passes a socket, the server listens on it. Then it prints no codes and links, because standard error goes \
    to the log.

    Only you may have access to the files of --owner-token-file and --tls-key (chmod 600). The server also \
    accepts files that root owns and files in $CREDENTIALS_DIRECTORY of systemd.

    Behind a reverse proxy. Give the proxy's address with --trust-proxy, and the public host name with \
    --allow-host. The server trusts X-Forwarded-For, -Host and -Proto, or Forwarded, only from that address. \
    Links in mails then use the public name, and quotas count each client address. An IPv6 network of 64 bits \
    counts as one client. Give only the proxy's own address. The server refuses very large ranges, such as \
    0.0.0.0/1.

      usher serve --owner-token-file owner-token --trust-proxy 127.0.0.1 \\
        --allow-host auth.example.com

    usher help team shows a proxy's configuration, a systemd unit, and backups.

    Slow clients. A request or a response has 20 seconds, and a second more for every 500 bytes that arrive. Then \
    the server closes the connection. More than 20 seconds are never left, so a client that stops is closed as \
    soon. A request that is too slow gets status 408.

    Commands. The command after -- gets FIREBASE_AUTH_EMULATOR_HOST, GCLOUD_PROJECT, USHER_PROJECT and \
    FIREBASE_CONFIG. If the server does the hub's part, the command also gets FIREBASE_EMULATOR_HUB. Only the \
    command writes to standard output. usher returns the command's exit status, 126 if it cannot run, and 127 if \
    it does not exist.

    Log. --debug prints a line for each request on standard error: its path, the status of the response, and \
    the time. It logs no headers and no bodies. Requests that the server refuses early are logged, too. Ctrl-C \
    and SIGTERM let running requests finish; the exit status is then 0.
    """
  static let arguments: [Argument<Self>] = [
    .option(
      \.config, "config", value: "FILE",
      help: "Read options from this file, like firebase.json.", completion: .file),
    .option(\.port, "port", value: "PORT", help: "The port, by default 9099; 0 is any free one."),
    .option(\.host, "host", value: "ADDRESS", help: "The IP address, by default 127.0.0.1."),
    .option(
      \.allowedHosts, "allow-host", value: "NAME",
      help: "Accept requests for this host, or for *.NAME."),
    .flag(
      \.trustNetwork, "trust-network",
      help: "Let every private address act as the owner."),
    .option(
      \.trustedProxies, "trust-proxy", value: "ADDRESS[/BITS]",
      help: "Trust the forwarding headers of this proxy."),
    .option(
      \.data, "data", value: "FILE", help: "Keep all data in this file (default :memory:).",
      completion: .file),
    .option(
      \.policy, "policy", value: "NAME", help: "Behave like Firebase's emulator, or like production."
    ),
    .option(
      \.settings, "policy-set", value: "NAME=VALUE",
      help: "Change one setting of the policy, for all projects or for PROJECT/NAME."),
    .flag(\.printPolicy, "print-policy", help: "Print each setting and its source, and exit."),
    .flag(
      \.unsignedTokens, "unsigned-tokens",
      help: "Do not sign ID tokens; policy emulator's default."),
    .option(
      \.ownerTokenFile, "owner-token-file", value: "FILE",
      help: "The file with the owner's token.",
      completion: .file),
    .option(
      \.tlsCertificate, "tls-cert", value: "FILE",
      help: "Serve HTTPS with this certificate and --tls-key.",
      completion: .file),
    .option(
      \.tlsKey, "tls-key", value: "FILE", help: "The certificate's key; only you may read it.",
      completion: .file),
    .option(
      \.importFolder, "import", value: "DIR",
      help: "Start with the accounts of this export.",
      completion: .directory),
    .option(
      \.projectConfig, "project-config", value: "FILE",
      help: "Start with this configuration, of usher project export.", completion: .file),
    .option(
      \.exportFolder, "export-on-exit", value: "DIR", alone: .importFolder,
      help: "When the server stops, export the accounts to DIR or to the folder of --import.",
      completion: .directory),
    .option(
      \.functions, "functions", value: "HOST:PORT",
      help: "Tell the Functions emulator here of accounts, or none; by default, usher finds it."),
    .option(
      \.eventsURL, "events-url", value: "URL",
      help: "Send the events of accounts here instead, as CloudEvents."),
    .option(
      \.eventsSecretFile, "events-secret-file", value: "FILE",
      help: "Sign what goes to --events-url with the secret in this file.", completion: .file),
    .rest(\.command, "command", help: "A program to run against the server."),
  ]
  static let examples = [
    Example("usher serve", "Listen on the port of Firebase's emulator."),
    Example("usher serve --data auth.db --policy strict", "Keep accounts, and behave like production."),
    Example("usher serve --port 0 -- npm test", "Run tests against their own server."),
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
  var projectConfig: String?
  var exportFolder: ExportTarget?
  var functions: String?
  var eventsURL: String?
  var eventsSecretFile: String?
  var command: [String] = []

  /// `run` refuses `--profile` itself, with a better message.
  var directions: Set<Direction> { printPolicy ? [] : [.project, .profile] }

  /// The server's address and state, or the settings of a policy.
  struct Result: CommandResult, OmitsMissing {
    var url: String?
    var host: String?
    var port: Int?
    /// The page that shows the "sent" messages; absent if the page requires the owner's token.
    var inbox: String?
    var project: String?
    /// Null if nothing is stored on disk.
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
    let serve = over(try configuration(in: context).options)
    let policy = try serve.policyInForce()
    return serve.printedPolicy(policy, try serve.projectPolicies(beside: policy))
  }

  func run(in context: Context) throws {
    csystem_share_heaps()
    if printPolicy {
      try refuseBesidePolicy()
      return try context.output.write(report(in: context), of: Self.name, at: context.place.known)
    }
    let folder = try firebaseFolder(in: context)
    let configuration = try folder.map(ServeConfiguration.init) ?? self.configuration(in: context)
    let project = try self.project(configuration.project, folder, in: context)
    let isNamed = try namedProject(configuration.project, in: context) ?? folder?.project != nil
    try over(configuration.options).run(project: project, isNamed: isNamed, configuration, in: context)
  }

  private func configuration(in context: Context) throws -> ServeConfiguration {
    guard let config else { return ServeConfiguration() }
    let configuration = try ServeConfiguration(context.world.standardInput.data(of: config), of: config)
    if configuration.lacksEmulator {
      context.output.note("\(config) has no emulators.auth: the address is usher's own unless it is given")
    }
    return configuration
  }

  /// Returns the folder of a Firebase project around the current folder, and says what is taken from it.
  private func firebaseFolder(in context: Context) throws -> FirebaseFolder? {
    guard config == nil,
      let folder = FirebaseFolder.find(from: context.world.currentFolder, context.world.environment)
    else { return nil }
    for notice in folder.notices { context.output.note(notice) }
    let hasSocket = try ServiceManager(context.world.environment).socket != nil
    let line = folder.line(
      takesPort: port == nil && !hasSocket, takesHost: host == nil && !hasSocket,
      takesProject: try namedProject(nil, in: context) == nil)
    if let line { context.output.note(line) }
    return folder
  }

  /// - Parameter isNamed: Whether the project was named. Then other projects are probably a mistake.
  private func run(project: String, isNamed: Bool, _ file: ServeConfiguration, in context: Context) throws {
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
    // Check everything that can fail before the server creates a file.
    let manager = try ServiceManager(context.world.environment)
    // An address in a file is for other starts, too.
    if manager.socket != nil, port != file.options.port || host != file.options.host {
      context.output.warn("--port and --host have no effect: the socket unit sets where to listen")
    }
    var configuration = try listenerConfiguration(on: manager.socket)
    configuration.identity = try identity(in: context)
    warnOfWideProxies(in: context)
    configuration.onFirstStranger = strangerNotice(in: context)
    let policy = try policyInForce()
    let projectPolicies = try projectPolicies(beside: policy)
    let ownerToken = try ownerToken(in: context)
    let export = try exportTarget()
    let announcements = Announcements(context.world, context.settings)
    let store = try store(at: try location(in: context))
    warnOfOtherPasswords(in: store, policy, context)
    let server = IdentityToolkitServer(
      store: store, project: project,
      policy: policy, projectPolicies: projectPolicies, clock: context.world.now,
      random: context.world.random, ownerToken: ownerToken,
      push: LoopbackPush(transport: { CurlTransport(.push) }, concurrently: startThread),
      functions: context.world.functions, identityProviders: context.world.identityProviders,
      events: try functionsSettings(for: project, isNamed: isNamed, file.functions, in: context),
      announce: manager.keepsLog ? nil : announcements.messages,
      notice: announcements.notices(for: project, isNamed: isNamed),
      pause: context.world.pause,
      trustsNetwork: trustNetwork, scheme: scheme, version: Release.version,
      catalog: context.world.pageCatalog)
    let accounts = Self.administration(of: server, project, ownerToken)
    let imported = try importAccounts(into: accounts, before: export, context)
    let ownPolicy = projectPolicies[project] ?? policy
    if let projectConfig { try configure(accounts.project, from: projectConfig, context) }
    for provider in file.providers { try provider.switchOn(by: accounts.project, ownPolicy) }
    let log = RequestLog.writer(context.world, context.settings).map {
      RequestLog(server: server, now: context.world.now, uptime: context.world.uptime, write: $0)
    }
    if let log { configuration.refused = log.tellRefused }
    OpenFiles.makeRoom(for: configuration.connectionLimit)
    let listener = try HTTPListener(
      StorageNotice.around(log ?? server, now: context.world.now, tell: announcements.tell),
      configuration: configuration)
    let hub = hub(beside: listener, project, file, in: context) { folder in
      try Self.administration(of: server, project, ownerToken).export(to: folder)
    }
    let outcome = Swift.Result {
      try serve(listener, hub, server, project, ownPolicy, imported, manager, context)
    }
    manager.tell("STOPPING=1")
    hub?.stop()
    // The data must not change during the export, whatever ended the server.
    listener.stop()
    server.link.stop(within: .seconds(2))
    if let export {
      let count = try accounts.export(to: export)
      context.output.tell("Accounts exported to \(export.path): \(count).")
    }
    // Ignore errors: the database's log still has everything.
    try? server.finish()
    try outcome.get()
  }

  private static func administration(
    of server: IdentityToolkitServer, _ project: String, _ ownerToken: String?
  ) -> LocalServerAdmin {
    LocalServerAdmin(
      backend: Backend(
        endpoint: .embedded, apiKey: "", project: project, transport: EmbeddedTransport(server),
        pause: { _ in }),
      credential: ownerToken.map { AdministratorCredential(ownerToken: $0) } ?? .owner)
  }

  private func serve(
    _ listener: HTTPListener, _ hub: Hub?, _ server: IdentityToolkitServer, _ project: String,
    _ policy: Policy,
    _ imported: Int?, _ manager: ServiceManager, _ context: Context
  ) throws {
    // Ignore errors: requests would fail for the same reason and report it.
    try? startThread { try? server.prepare() }
    let sender = try context.world.random(16)
    try startThread { server.link.run(as: sender) }
    if trustNetwork {
      context.output.warn(
        "--trust-network: everybody who reaches port \(listener.port) of \(listener.host) can read every code and change every account"
      )
    }
    var report = started(
      listener, project, policy, isAnnouncing: !manager.keepsLog,
      addresses: context.world.networkAddresses, isForPeople: context.output.columns != nil)
    if let imported, let importFolder {
      report.notes.append("Accounts imported from \(importFolder): \(imported).")
    }
    if command.isEmpty {
      if context.person.isInteractive { report.notes.append("To stop the server, press Ctrl-C.") }
      // Print this only now, so that a program that waits for the line can connect.
      try context.output.write(report, of: Self.name, at: context.place.known)
      manager.tell("READY=1")
      _ = listener.waitUntilStopped(orReadable: Interruption.descriptor)
    } else {
      // Standard output belongs to the program.
      for line in report.lines + report.notes { context.output.tell(line) }
      manager.tell("READY=1")
      try runCommand(against: listener, hub, project, context)
    }
  }

  private func started(
    _ listener: HTTPListener, _ project: String, _ inForce: Policy, isAnnouncing: Bool,
    addresses: (_ host: String) -> [String], isForPeople: Bool
  ) -> Report<Result> {
    let url = scheme + "://" + listener.localAuthority
    let policy = (policy ?? .emulator).rawValue
    let network = listener.networkAuthorities(among: addresses) {
      !trustNetwork || PrivateAddress.contains($0)
    }
    .map { Text(verbatim: "  \(scheme)://\($0)") }
    let inbox = ownerTokenFile == nil ? url + "/inbox" : nil
    let tokens: Text = inForce.unsignedTokens ? "unsigned tokens" : "signed tokens"
    // Do not warn about lost data if the server runs only as long as a program.
    let isKept = data != nil || exportFolder != nil || !command.isEmpty
    let keeps: Text =
      data.map { $0 == ":memory:" ? "keeps nothing" : "keeps its data in \($0)" }
      ?? (exportFolder == nil ? "keeps nothing" : "exports its accounts at the end")
    let start: Text = "Listening on \(url) (project \(project), policy \(policy), \(tokens), \(keeps))."
    return Report(
      .ok,
      Result(
        url: url, host: listener.host, port: Int(listener.port), inbox: inbox, project: project,
        data: Nullable(data),
        policy: policy),
      lines: [
        // Programs wait for this line, so they get it in English.
        isForPeople ? start : Text(verbatim: start.english)
      ],
      // SDKs use plain HTTP for an emulator.
      notes: (scheme == "https"
        ? []
        : [
          "For SDKs, and for usher in another terminal, set this variable; without it, usher runs a server of its own:",
          Text(verbatim: "  export FIREBASE_AUTH_EMULATOR_HOST=\(listener.localAuthority)"),
        ])
        + (network.isEmpty
          ? [] : ["Other machines in your network, such as a phone, use this address:"] + network)
        + (isKept ? [] : ["The server loses its accounts when it ends. To keep them, use --data FILE."])
        + (inbox.map {
          [
            isAnnouncing
              ? "The codes and links are below and at this address:"
              : "The codes and links are at this address:",
            Text(verbatim: "  \($0)"),
          ]
        }
          ?? []))
  }
}

// MARK: - Files and scheme

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
    guard let token = try secret(in: ownerTokenFile, context) else {
      throw Diagnosis(
        .badOwnerToken, "\(ownerTokenFile) does not contain an owner token",
        hint: "write 16 or more printable characters in one line")
    }
    return token
  }

  /// Returns the secret in a file, or nil unless it is 16 or more printable characters in one line.
  func secret(in file: String, _ context: Context) throws -> String? {
    let text = try context.world.standardInput.text(of: file, line: true)
    return text.utf8.count >= 16 && text.utf8.allSatisfy { (0x21...0x7E).contains($0) } ? text : nil
  }

  /// Refuses the user's own secret file if others can read or change it.
  ///
  /// Root gets only a warning, because containers mount such files.
  func checkExposure(of file: String, holding secret: Text, in context: Context) throws {
    guard let exposed = context.output.exposure(of: file, holding: secret) else { return }
    guard geteuid() == 0 else { throw exposed }
    context.output.warn(exposed.message, exposed.hint)
  }
}

// MARK: - Running a program

extension Serve {
  private func runCommand(
    against listener: HTTPListener, _ hub: Hub?, _ project: String, _ context: Context
  ) throws {
    var environment = context.world.environment.forChildren
    for name in ServiceManager.variables { environment[name] = nil }
    environment["FIREBASE_AUTH_EMULATOR_HOST"] = listener.localAuthority
    environment["GCLOUD_PROJECT"] = project
    // SDKs prefer this variable if it is set.
    if environment["GOOGLE_CLOUD_PROJECT"] != nil { environment["GOOGLE_CLOUD_PROJECT"] = project }
    environment["USHER_PROJECT"] = project
    // Programs of this Suite know its other emulators only from its own hub.
    if let hub, hub.isFirst, environment[HubLocator.hubVariable] == nil {
      environment[HubLocator.hubVariable] = hub.address.authority
    }
    environment["FIREBASE_CONFIG"] = JSONValue.object([.init("projectId", .string(project))]).text
    try ChildProgram.run(command, environment, in: context)
  }
}

extension CurlTransport.Configuration {
  /// The settings for pushes to listeners on this machine, whose responses are short.
  fileprivate static let push: Self = {
    var configuration = Self()
    configuration.connectDeadline = .seconds(1)
    configuration.requestDeadline = .seconds(2)
    configuration.bodyLimit = 1 << 10
    return configuration
  }()
}
