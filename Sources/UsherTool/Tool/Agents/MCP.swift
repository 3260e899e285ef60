import CommandKit
import Essentials
import Flows
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
    Cursor reads .cursor/mcp.json and Gemini CLI .gemini/settings.json. Both have the same form:

      {"mcpServers": {"usher": {"command": "usher", "args": ["mcp"]}}}

    VS Code reads .vscode/mcp.json, where the first word is servers:

      {"servers": {"usher": {"command": "usher", "args": ["mcp"]}}}

    A page that connects to a running usher serve is signed in only by an agent that works there too. Then the \
    arguments are ["mcp", "--endpoint", "http://127.0.0.1:9099", "--project", "my-app"].

    The server speaks JSON-RPC 2.0 on standard input and output, one message a line, by the revisions 2025-06-18, \
    2025-11-25 and 2026-07-28 of the protocol. It ends with its input.

    Passwords and secrets of authenticator apps that create_user makes are in files that only you can read, in the \
    folder agent beside usher's other files. Results have the paths of these files, and sign_in takes no others. The \
    token of a real project is in such a file too, unless you give --show-tokens; sign_out removes it. Refresh tokens \
    are in no result, and no tool runs a program.

    At a real project, the agent sees its own session alone, and browser_state is for pages on this machine. The tools \
    create_user, outbox and local, and sign-ins with custom tokens, are for the local server.
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
    var options = context.settings.options
    if options.json || options.field != nil || options.debug || options.showsRequests {
      throw UsageError.misuse(
        "mcp speaks a protocol of its own, so --json, --field, --debug and --show-requests do not go with it")
    }
    if options.noStore {
      throw UsageError.misuse(
        "each call of the agent needs the session of the one before, so --no-store cannot be given")
    }
    if options.appCheckTokenFile == "-" {
      throw UsageError.misuse("standard input is the agent's, so --app-check-token-file needs a file")
    }
    if isatty(STDIN_FILENO) == 1 {
      throw UsageError.misuse(
        "mcp is started by an agent's program, which speaks to it on standard input",
        hint: "set it up in the program, for example: claude mcp add usher -- usher mcp")
    }
    options.session = try SessionName.check(options.session ?? "agent")
    let destination = try destination(&options, in: context)
    guard destination.endpoint.isLocal || allowsSignIn else {
      throw UsageError.misuse(
        "this is not the local server, so the agent may not sign in there",
        hint: "use test users of the local server, or give --allow-sign-in too")
    }
    let folder = try StateLocation(environment: context.world.environment.variables).folder + "/agent"
    let isLocal = destination.endpoint.isLocal
    let desk = AgentDesk(
      options: options, isLocal: isLocal, showsTokens: showsTokens || isLocal,
      files: AgentFiles(folder: folder, of: destination, session: options.session ?? ""),
      environment: context.world.environment.forAgents(isLocal: isLocal),
      random: context.world.random)
    context.close()
    var server = AgentServer(desk, output: context.world.standardOutput)
    try server.run()
  }

  /// Returns where the agent works, and names that in the options of its commands.
  ///
  /// It is the local server inside usher unless an option or a variable names another place for this run.
  private func destination(_ options: inout GlobalOptions, in context: Context) throws -> Destination {
    let variables = ["USHER_ENDPOINT", "USHER_PROFILE", "FIREBASE_AUTH_EMULATOR_HOST"]
    let isNamed = variables.contains { context.world.environment[$0] != nil }
    if options.endpoint == nil, options.profile == nil, !isNamed { options.endpoint = "local" }
    let destination = try Context(context.world, under: options).place.destination()
    let isOfProfile = ![ProfileName.local, ProfileName.unnamed].contains(destination.profile)
    options.profile = isOfProfile ? destination.profile : nil
    options.endpoint = isOfProfile ? nil : destination.name
    (options.project, options.tenant) = (destination.project, destination.tenant)
    return destination
  }
}

extension Environment {
  /// The variables for the commands that serve an agent.
  ///
  /// None of them brings a session or another destination. The key of an app counts at a real project alone, and the
  /// rights of administrators at a local server alone.
  fileprivate func forAgents(isLocal: Bool) -> [String: String] {
    var kept = variables
    for name in [
      "USHER_ID_TOKEN", "USHER_REFRESH_TOKEN", "USHER_SESSION_FILE", "USHER_ENDPOINT", "USHER_PROFILE",
      "USHER_PROJECT", "USHER_TENANT", "USHER_SESSION", "USHER_OUTPUT", "USHER_PASSWORD",
      "USHER_PASSWORD_FILE", "FIREBASE_AUTH_EMULATOR_HOST",
    ] { kept[name] = nil }
    for name in isLocal ? ["USHER_API_KEY"] : ["USHER_OWNER_TOKEN", "USHER_ACCESS_TOKEN"] { kept[name] = nil }
    return kept
  }
}
