import CommandKit
import Essentials
import Flows
import HTTP
import LibC
import TerminalIO

struct MCP: UsherCommand {
  static let name = "mcp"
  static let abstract: Text = "Let an agent sign in as a test user (Model Context Protocol)."
  static let discussion = """
    An agent's program starts this command and calls its tools: create_user, sign_in, complete, token, \
    browser_state, outbox and more. To set it up in Claude Code, run claude mcp add usher -- usher mcp

    The agent works at the local server inside usher, or at the one that --endpoint names. It has a session of its \
    own, agent. With --endpoint production it needs --allow-sign-in. It can then sign in, but administer nothing.
    """
  static let manual = """
    The server speaks JSON-RPC 2.0 on standard input and output, one message a line, by the revisions 2025-06-18, \
    2025-11-25 and 2026-07-28 of the protocol. It ends with its input.

    Passwords and secrets of authenticator apps that create_user makes are in files that only you can read, in the \
    folder agent beside usher's other files. Results have the paths of these files. The token of a real project is in \
    such a file too, unless you give --show-tokens. Refresh tokens are in no result. No tool runs a program.

    Other clients read a file with the same words: Cursor .cursor/mcp.json, VS Code .vscode/mcp.json, Gemini CLI \
    .gemini/settings.json.
    """
  static let arguments: [Argument<Self>] = [
    .flag(\.allowsSignIn, "allow-sign-in", help: "Allow sign-ins at a real project."),
    .flag(\.showsTokens, "show-tokens", help: "Show the ID tokens of a real project in results."),
  ]
  static let examples = [
    Example("usher mcp", "Serve an agent at the local server inside usher."),
    Example("usher mcp --endpoint http://127.0.0.1:9099", "Serve one at a running usher serve."),
  ]

  var allowsSignIn = false
  var showsTokens = false

  func run(in context: Context) throws {
    if context.settings.wantsJSON || context.settings.options.field != nil {
      throw UsageError.misuse("mcp speaks a protocol of its own, so --json and --field do not go with it")
    }
    if isatty(STDIN_FILENO) == 1 {
      throw UsageError.misuse(
        "mcp is started by an agent's program, which speaks to it on standard input",
        hint: "set it up in the program, for example: claude mcp add usher -- usher mcp")
    }
    let environment = context.world.environment
    var options = context.settings.options
    options.session = try SessionName.check(options.session ?? "agent")
    if options.endpoint == nil, options.profile == nil {
      options.endpoint = environment["FIREBASE_AUTH_EMULATOR_HOST"].map { "http://" + $0 } ?? "local"
    }
    let isLocal = options.profile == nil && Self.isOnThisMachine(options.endpoint ?? "")
    if !isLocal, !allowsSignIn {
      throw UsageError.misuse(
        "this is not the local server, so the agent may not sign in there",
        hint: "use test users of the local server, or give --allow-sign-in too")
    }
    let desk = AgentDesk(
      options: options, isLocal: isLocal, showsTokens: showsTokens || isLocal,
      folder: try StateLocation(environment: environment.variables).folder + "/agent",
      environment: environment.forAgents(isLocal: isLocal), random: context.world.random)
    context.close()
    var server = AgentServer(desk, output: context.world.standardOutput)
    try server.run()
  }

  /// Whether a server on this machine is meant: the one inside usher, or one on loopback.
  private static func isOnThisMachine(_ word: String) -> Bool {
    word == "local" || Origin(word)?.isLoopback == true
  }
}

extension Environment {
  /// The variables for the commands that serve an agent.
  ///
  /// None of them brings a session or another destination. The key of an app counts at a real project alone.
  fileprivate func forAgents(isLocal: Bool) -> [String: String] {
    var kept = variables
    for name in [
      "USHER_ID_TOKEN", "USHER_REFRESH_TOKEN", "USHER_SESSION_FILE", "USHER_ENDPOINT", "USHER_PROFILE",
      "USHER_OUTPUT", "USHER_PASSWORD", "FIREBASE_AUTH_EMULATOR_HOST",
    ] { kept[name] = nil }
    if isLocal { kept["USHER_API_KEY"] = nil }
    return kept
  }
}
