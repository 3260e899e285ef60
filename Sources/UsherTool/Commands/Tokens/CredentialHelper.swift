import AuthClient
import CommandKit
import Essentials
import Flows
import HTTP

struct CredentialHelper: UsherCommand {
  static let name = "credential"
  static let abstract: Text = "Give git and docker the ID token, as a credential helper."
  static let discussion = """
    The program asks on standard input, and gets the user's uid as the user name and a valid ID token as the \
    password. Only the hosts that you name with --host get the token: by HTTPS, or by HTTP on this machine. --profile \
    says whose token it is, because git works in any folder.

    store does nothing. git calls erase when a server refuses a token: then usher renews it, if it is still the \
    same one. Nothing signs the user out.
    """
  static let manual = """
    For git, in ~/.gitconfig:

      [credential "https://git.example.com"]
        helper =
        helper = !usher credential --profile NAME --host git.example.com

    The empty line takes other helpers out, because git gives the token to all of them, and store writes it to a file.

    A user name in the address of the repository stays as it is. The answer also has the time when the token expires \
    (password_expiry_utc). For other hosts, and for operations that are not known, it is empty, and the exit status \
    is 0.

    For docker, in a program docker-credential-usher in your PATH:

      #!/bin/sh
      exec usher credential --profile NAME --host registry.example.com --format docker "$1"

    In ~/.docker/config.json:

      {"credHelpers": {"registry.example.com": "usher"}}

    For kubectl, usher token prints what an exec plugin has to. In the kubeconfig:

      users:
      - name: me
        user:
          exec:
            apiVersion: client.authentication.k8s.io/v1
            command: usher
            args: [token, --profile, NAME, --format, exec-credential]
            interactiveMode: Never

    A program in any language can sign in its own users. It sets USHER_CONFIG_DIR to a folder of its own, and names \
    its project once. The result has the name of a profile:

      usher init firebase.json --endpoint production --json

    When it needs a token, it runs this. The result has the members token and expires_at:

      usher token --profile my-app --json

    If the exit status is 4, nobody is signed in. Then it runs this, with the terminal as standard input and standard \
    error:

      usher signin --profile my-app

    If a server answers with 401, it sends the request again, once, with a new token:

      usher token --profile my-app --json --refresh

    It sends the token only to servers that it knows, and never after a redirect to another one. usher signout \
    --profile my-app ends the session. The wheel and the npm package usher-auth do all this.
    """
  static let arguments: [Argument<Self>] = [
    .positional(\.operation, "operation", help: "What the program asks for."),
    .option(
      \.hosts, "host", value: "HOST",
      help: "A host that gets the token, such as api.example.com or localhost:5000."),
    .option(\.form, "format", value: "FORM", help: "Whose protocol it is; by default git's."),
  ]
  static let examples = [
    Example(
      #"printf 'protocol=https\nhost=git' | usher credential -p local --host git get"#,
      "See what git gets."),
    Example(
      "echo docker | usher credential -p local --host docker --format docker get",
      "See what docker gets."),
  ]

  /// What a program asks a helper for. A helper ignores what it does not know.
  enum Operation: String, CaseIterable, ArgumentValue {
    case get, store, erase, list, unknown

    static let choices = ["get", "store", "erase", "list"]

    init(argument: String) {
      self = Operation(rawValue: argument) ?? .unknown
    }
  }

  enum Form: String, CaseIterable, ArgumentValue {
    case git, docker
  }

  var operation = Operation.get
  var hosts: [CredentialHost] = []
  var form = Form.git

  func run(in context: Context) throws {
    if context.settings.options.field != nil {
      throw UsageError.misuse("the output is for git or docker, so --field does not go with it")
    }
    let options = context.settings.options
    if options.profile == nil, options.endpoint == nil || options.project == nil {
      // A repository must not decide whose token its server gets.
      throw UsageError.misuse(
        "--profile has to say whose token it is",
        hint: Hint("name one", template: template(options)))
    }
    if hosts.isEmpty {
      throw UsageError.misuse(
        "no host may have the token", hint: Hint("name one", template: template(options)))
    }
    // A helper reads what it is asked, also where it does nothing.
    let text = try context.world.standardInput.text()
    switch (form, operation) {
    case (.git, .get): try answerGit(GitCredential(text), in: context)
    case (.git, .erase): try renew(GitCredential(text), in: context)
    case (.docker, .get): try answerDocker(String(text.prefix { !$0.isWhitespace }), in: context)
    case (.docker, .list): try listForDocker(in: context)
    default: break
    }
  }

  /// The command with all that it needs.
  private func template(_ options: GlobalOptions) -> [String] {
    let whose = ["--profile", options.profile ?? "NAME"]
    return ["usher", "credential"] + whose + ["--host", hosts.first?.text ?? "HOST", operation.rawValue]
  }

  private func session(in context: Context) throws -> SavedSession {
    try context.sessions.renewed(minimumLife: nil, for: context.person).saved
  }

  private func isAllowed(_ origin: Origin?) -> Bool {
    origin.map { origin in hosts.contains { $0.isHost(of: origin) } } ?? false
  }

  private func answerGit(_ asked: GitCredential, in context: Context) throws {
    guard let origin = asked.origin, isAllowed(origin) else { return }
    if origin.scheme == .http, context.world.environment.sendsThroughProxy(origin.host) {
      // The token would pass it in plain text.
      return context.output.warn(
        "git would send the token through a proxy, so it gets none",
        Hint("set it", copying: "NO_PROXY=\(origin.host)"))
    }
    let session = try session(in: context)
    let tokens = session.tokens
    // A line break in the uid would begin another attribute.
    try context.output.writeText(
      """
      username=\(asked["username"] ?? SafeText.line(session.uid))
      password=\(tokens.idToken.text)
      password_expiry_utc=\((tokens.expiresAt - tokens.clockOffset).milliseconds / 1000)

      """)
  }

  /// Renews the token that a server refused, unless another process already did.
  private func renew(_ refused: GitCredential, in context: Context) throws {
    guard isAllowed(refused.origin), let password = refused["password"],
      try context.sessions.active().saved.tokens.idToken.text == password
    else { return }
    _ = try context.sessions.renewed(minimumLife: nil, force: true, for: context.person)
  }

  private func answerDocker(_ server: String, in context: Context) throws {
    guard isAllowed(Self.origin(ofDocker: server)) else {
      // docker knows this sentence, and goes on without a credential.
      let unknown: String = "credentials not found in native keychain\n"
      try context.output.writeText(unknown)
      context.output.exitStatus = ExitCode.failure.rawValue
      return
    }
    let session = try session(in: context)
    let credential: JSONValue = [
      "ServerURL": .string(server), "Username": .string(session.uid),
      "Secret": .string(session.tokens.idToken.text),
    ]
    try context.output.writeText(credential.text + "\n")
  }

  private func listForDocker(in context: Context) throws {
    let uid = try context.sessions.active().saved.uid
    var names: [String] = []
    for host in hosts where !names.contains(host.text) { names.append(host.text) }
    let members = names.map { JSONValue.Member($0, .string(uid)) }
    try context.output.writeText(JSONValue.object(members).text + "\n")
  }

  /// The origin of a registry, which docker names with or without scheme and path.
  private static func origin(ofDocker server: String) -> Origin? {
    let mark = server.firstRange(of: "://")
    let scheme = mark.map { server[..<$0.lowerBound] } ?? "https"
    let host = server[(mark?.upperBound ?? server.startIndex)...].prefix { $0 != "/" }
    return Origin("\(scheme)://\(host)")
  }
}

extension Environment {
  /// Whether curl, which git uses, asks a proxy for this host by HTTP.
  ///
  /// Only whole names count here. curl knows more ways to leave a host out, and then the user has to name it.
  fileprivate func sendsThroughProxy(_ host: String) -> Bool {
    guard ["http_proxy", "all_proxy", "ALL_PROXY"].contains(where: { self[$0] != nil }) else { return false }
    let direct = ["no_proxy", "NO_PROXY"].compactMap { self[$0] }.joined(separator: ",")
      .split { $0 == "," || $0 == " " }
    return !direct.contains { $0 == "*" || $0 == host }
  }
}

/// A host that may have the user's token.
struct CredentialHost: ArgumentValue, Equatable {
  private let origin: Origin

  init(argument: String) throws(InvalidValue) {
    guard !argument.hasSuffix("/"), let origin = Origin("https://" + argument) else {
      throw InvalidValue("must be a host, such as api.example.com or localhost:5000")
    }
    self.origin = origin
  }

  /// Host and port, as typed but for the case.
  var text: String { origin.authority }

  /// Whether `other` is this host, where nobody on the way can read the token.
  func isHost(of other: Origin) -> Bool {
    guard other.scheme == .https || other.isLoopback else { return false }
    let usual = other.scheme == .https ? 443 : 80
    return other.host == origin.host && (other.port ?? usual) == (origin.port ?? usual)
  }
}

/// What git says of a credential: a line for each attribute.
struct GitCredential {
  private var attributes: [String: String] = [:]

  /// Reads the lines up to an empty one.
  init(_ text: String) {
    // By bytes, as git does: for Swift, a line break may be part of another character.
    for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      guard let equals = line.firstIndex(of: UInt8(ascii: "=")) else { break }
      // What other programs could read as two attributes is none.
      guard !line.contains(where: { $0 == UInt8(ascii: "\r") || $0 == 0 }) else { continue }
      attributes[String(Substring(line[..<equals]))] = String(Substring(line[line.index(after: equals)...]))
    }
  }

  subscript(name: String) -> String? { attributes[name] }

  /// The server; nil if it is none of HTTP.
  var origin: Origin? {
    guard let scheme = attributes["protocol"], let host = attributes["host"] else { return nil }
    return Origin("\(scheme)://\(host)")
  }
}
