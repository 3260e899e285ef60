import AuthClient
import CommandKit
import Essentials
import TestSupport
import Testing

@testable import UsherTool

/// What agents read of the tools, and which commands their calls run.
@Suite struct AgentToolTests {
  private static let here = {
    var options = GlobalOptions()
    (options.endpoint, options.session) = ("local", "agent")
    return options
  }()

  private let folder = TemporaryFolder()

  private var files: AgentFiles {
    AgentFiles(
      folder: folder.path(of: "agent"),
      of: Destination(
        profile: "local", endpoint: .embedded, project: "demo-usher", apiKey: "k", source: .nothing),
      session: "agent")
  }

  private func desk(isLocal: Bool = true) -> AgentDesk {
    AgentDesk(
      options: Self.here, isLocal: isLocal, showsTokens: isLocal, files: files, environment: [:],
      random: { [UInt8](repeating: 7, count: $0) })
  }

  private func tool(_ name: String) throws -> AgentTool {
    try #require(AgentTool.all.first { $0.name == name })
  }

  private func words(_ name: String, _ arguments: JSONValue) throws -> AgentCommand {
    try AgentCommand(tool(name), arguments, under: Self.here, files)
  }

  private func problem(_ name: String, _ arguments: JSONValue) -> String? {
    do {
      _ = try words(name, arguments)
      return nil
    } catch {
      return (error as? AgentProblem)?.message ?? "\(error)"
    }
  }

  /// Each name that a tool offers is an argument of one of its commands, and none runs a program or reaches further.
  @Test func toolsAreMadeOfTheTable() {
    for tool in AgentTool.all {
      let described = tool.commands.flatMap { tool.arguments(of: $0.command) }
      for name in tool.offers { #expect(described.contains { $0.name == name }, "\(tool.name) \(name)") }
      for argument in described {
        #expect(argument.value != "COMMAND", "\(tool.name) \(argument.name)")
        // A secret goes to standard input, and an option's value cannot.
        #expect(argument.kind != .option || !argument.holdsSecret, "\(tool.name) \(argument.name)")
      }
      for (_, command) in tool.commands {
        let type = Tool.commands.command(command) as? any UsherCommand.Type
        #expect(type?.runsProgram == false, "\(command)")
      }
      #expect(tool.schema["type"] == "object")
      #expect(!tool.description.isEmpty)
    }
  }

  @Test func aSchemaIsThatOfTheCommands() throws {
    let schema = try tool("complete").schema
    #expect(schema["required"] == ["step"])
    #expect(schema["properties"]?["step"] == ["type": "string", "enum": ["code", "link", "challenge"]])
    #expect(
      schema["properties"]?["pending"] == [
        "type": "string", "description": "Finish this pending step. For code, link, challenge.",
      ])
    #expect(try tool("token").schema["properties"]?["refresh"]?["type"] == "boolean")
    #expect(try tool("browser_state").schema["required"] == ["origin", "app_key"])
  }

  @Test func callsBecomeWords() throws {
    let standing = ["--json", "--as=agent", "--endpoint=local"]
    #expect(try words("whoami", [:]).words == ["whoami", "--json", "--as=agent"] + ["--endpoint=local"])
    #expect(
      try words("sign_in", ["method": "custom-token", "uid": "-kim", "claims": ["role": "admin"]]).words
        == ["signin", "custom-token"] + standing + ["--uid=-kim", #"--claims={"role":"admin"}"#])
    // An operand is never taken for an option.
    #expect(
      try words("sign_in", ["method": "phone", "number": "--help", "testing": true]).words
        == ["signin", "phone"] + standing + ["--testing", "--", "--help"])
    #expect(try words("complete", ["step": "challenge"]).words == ["mfa", "challenge"] + standing)
    #expect(
      try words("outbox", ["latest": false]).words == ["local", "outbox", "--json", "--endpoint=local"])
  }

  /// Other users of the machine can see a command's words.
  @Test func secretsGoToStandardInput() throws {
    let signIn = try words("sign_in", ["method": "password", "email": "kim@example.com", "password": "pw 1"])
    #expect(signIn.words.suffix(3) == ["--password-stdin", "--", "kim@example.com"])
    #expect(signIn.input == "pw 1\n")
    let code = try words("complete", ["step": "code", "code": "123456"])
    #expect(code.words.suffix(2) == ["--", "-"])
    #expect(code.input == "123456\n")
  }

  @Test func badCallsAreRefusedBeforeAnythingRuns() {
    #expect(problem("complete", [:]) == "step is one of code, link, challenge")
    #expect(problem("browser_state", ["origin": "http://localhost:3000"]) == "app_key is missing")
    #expect(
      problem("complete", ["step": "code", "code_command": "id"])
        == "complete has no argument code_command here; it takes code, pending, factor")
    #expect(
      problem("sign_in", ["method": "anonymous", "email": "x"])
        == "sign_in has no argument email here; it takes none")
    #expect(problem("outbox", ["phone": ["x"]]) == "phone has a value of another type")
    #expect(problem("outbox", ["phone": "a\u{0}b"]) == "phone has a value of another type")
    #expect(problem("sign_out", ["keep_pending": "yes"]) == "keep_pending has a value of another type")
    #expect(problem("outbox", ["wait": "1h"]) == "wait is at most 5m")
    #expect(
      problem("complete", ["step": "code", "code": .string(String(repeating: "1", count: 20_000))])
        == "code is too long")
    for file in ["/etc/passwd", "-", folder.path(of: "agent") + "/../x", folder.path(of: "agent") + "/none"] {
      #expect(
        problem("sign_in", ["method": "password", "password_file": .string(file)])
          == "password_file is a file that create_user made")
    }
  }

  @Test func aRealProjectIsSignedInToAndNotAdministered() throws {
    let desk = desk(isLocal: false)
    #expect(
      desk.tools.map(\.name) == [
        "sign_in", "complete", "token", "browser_state", "whoami", "sessions", "sign_out",
      ])
    #expect(desk.resources.map(\.uri) == ["usher://session"])
    let signIn = try #require(desk.tools.first)
    #expect(
      signIn.commands.map(\.choice) == ["password", "phone", "email-link", "anonymous", "idp", "sign-up"])
    #expect(!signIn.offers.contains("identity"))
    #expect(throws: AgentProblem("origin is that of a page on this machine, such as http://localhost:3000")) {
      try desk.call(self.tool("browser_state"), ["origin": "https://evil.example", "app_key": "k"])
    }
  }

  /// An ID completes a step of any session.
  @Test func aStepThatNoResultNamedIsNotCompleted() {
    #expect(
      throws: AgentProblem("this session has no step p1; leave pending out to take its only one")
    ) { try desk().call(tool("complete"), ["step": "code", "code": "1", "pending": "p1"]) }
  }

  @Test func aFileIsForOnePlaceAndOneUser() throws {
    let other = AgentFiles(
      folder: folder.path(of: "agent"),
      of: Destination(
        profile: "local", endpoint: .embedded, project: "demo-other", apiKey: "k", source: .nothing),
      session: "agent")
    let (long, longer) = (String(repeating: "k", count: 64), String(repeating: "k", count: 65))
    let paths = [
      try files.keep("1", .token), try other.keep("2", .token), try files.keep("3", .password, of: "kim"),
      try files.keep("4", .password, of: "../kim"), try files.keep("5", .password, of: long),
      try files.keep("6", .password, of: longer),
    ]
    #expect(Set(paths).count == 6)
    #expect(folder.names(in: "agent").count == 6)
    let kinds: [AgentFiles.Kind] = [.token, .token] + Array(repeating: .password, count: 4)
    func areThere() -> [Bool] { zip(paths, kinds).map(files.has) }
    #expect(areThere() == [true, false, true, true, true, true])
    // A token is no password, and another place's password is not this one's.
    #expect(paths.map { files.has($0, .totp) } == Array(repeating: false, count: 6))
    #expect(!other.has(paths[2], .password))
    files.remove()
    files.remove(of: "kim")
    #expect(areThere() == [false, false, false, true, true, true])
  }

  /// An agent has tools, no commands.
  @Test(
    arguments: [
      (
        "get a new code: usher verify-phone +16505550100 --resend --as agent", nil,
        "get a new code: call sign_in",
        ["tool": "sign_in", "arguments": ["number": "+16505550100", "method": "phone"], "needs": []]
      ),
      (
        "get a new one: usher send-link EMAIL --resend", nil, "get a new one: call sign_in",
        ["tool": "sign_in", "arguments": ["method": "email-link"], "needs": ["email"]]
      ),
      (
        "no account yet? usher signup --as agent", nil, "no account yet? call sign_in",
        ["tool": "sign_in", "arguments": ["method": "sign-up"], "needs": []]
      ),
      (
        "sign in: usher signin --as agent", nil, "sign in: call sign_in",
        ["tool": "sign_in", "arguments": [:], "needs": ["method"]]
      ),
      (
        "check the latest message",
        ["argv": ["usher", "confirm-code", "--pending", "p1"], "needs": ["code"]],
        "check the latest message",
        ["tool": "complete", "arguments": ["pending": "p1", "step": "code"], "needs": ["code"]]
      ),
      ("forgot the password? usher send-link a@b.c --purpose reset-password", nil, nil, nil),
      ("allow it: usher project enable METHOD", nil, nil, nil),
      ("see the options: usher token --help", nil, nil, nil),
      (nil, nil, nil, nil),
    ] as [(String?, JSONValue?, String?, JSONValue?)])
  func adviceNamesTools(hint: String?, step: JSONValue?, said: String?, call: JSONValue?) {
    let advice = AgentAdvice(hint, step: step, among: desk().tools)
    #expect(advice.hint == said)
    #expect(advice.call == call)
  }

  @Test func aSentenceNamesTheArgumentsOfTheTool() throws {
    let signIn = try words("sign_in", ["method": "password", "email": "kim@example.com"])
    #expect(
      signIn.inAgentsWords("pass it with --password-file FILE or --password-stdin")
        == "pass it with password_file FILE or password")
    #expect(
      signIn.inAgentsWords("'x' is not valid for EMAIL: it has no @")
        == "'x' is not valid for email: it has no @")
    #expect(
      signIn.inAgentsWords("pass it with --code-file")
        == "sign_in cannot be called like this: it takes email, password, password_file, factor, totp_secret_file, testing"
    )
  }

  @Test func aNewUserHasSecretsThatAreMade() throws {
    let random: @Sendable (Int) -> [UInt8] = { [UInt8](repeating: 7, count: $0) }
    let user = try NewTestUser(
      ["email": "kim@example.com", "role": "admin", "factors": ["totp", "+16505550123"]],
      random: { random($0) })
    #expect(
      user.seed == [
        "users": [
          [
            "uid": "agent-070707070707", "email": "kim@example.com", "emailVerified": true,
            "password": "BwcHBwcHBwcHBwcHBwcH", "customClaims": ["role": "admin"],
            "factors": [
              ["totpSecret": "A4DQOBYHA4DQOBYHA4DQOBYHA4DQOBYH", "displayName": "Authenticator app"],
              ["phoneNumber": "+16505550123"],
            ],
          ]
        ]
      ])
    #expect(user.secrets.map(\.member) == ["password_file", "totp_secret_file"])
    for (arguments, problem) in [
      (["email": "a@b.c", "email_verified": "false"], "email_verified is true or false"),
      (["factors": "totp"], "factors is a list"),
      (["factors": [["totp": true]]], "factors is a list of texts"),
      (["claims": "admin"], "claims is an object"),
    ] as [(JSONValue, String)] {
      #expect(throws: AgentProblem(problem)) { try NewTestUser(arguments, random: { random($0) }) }
    }
    #expect(throws: AgentProblem("create_user has no argument nose")) {
      try NewTestUser(["nose": 1], random: { random($0) })
    }
  }
}

/// The protocol between the agent's program and usher.
@Suite struct AgentProtocolTests {
  private func reply(_ method: String, _ parameters: JSONValue = [:]) throws -> JSONValue {
    let place = Destination(
      profile: "local", endpoint: .embedded, project: "demo-usher", apiKey: "k", source: .nothing)
    let desk = AgentDesk(
      options: GlobalOptions(), isLocal: true, showsTokens: true,
      files: AgentFiles(folder: "/nowhere", of: place, session: "agent"), environment: [:],
      random: { [UInt8](repeating: 7, count: $0) })
    guard case .value(let value) = try AgentProtocol(desk: desk).reply(to: method, parameters)
    else { throw AgentProblem("a command would run") }
    return value
  }

  @Test(
    arguments: [
      ("2025-06-18", "2025-06-18"), ("2025-11-25", "2025-11-25"), ("2024-11-05", "2025-11-25"),
      ("2099-01-01", "2025-11-25"), ("", "2025-11-25"),
    ])
  func aRevisionIsAgreedOn(asked: String, agreed: String) throws {
    let answer = try reply("initialize", ["protocolVersion": .string(asked)])
    #expect(answer["protocolVersion"] == .string(agreed))
    #expect(answer["capabilities"] == ["tools": [:], "resources": [:], "prompts": [:]])
  }

  @Test func theNewestRevisionHasNoHandshake() throws {
    func envelope(_ version: JSONValue) -> JSONValue {
      ["_meta": ["io.modelcontextprotocol/protocolVersion": version]]
    }
    #expect(try AgentProtocol.isStateless([:]) == false)
    #expect(try AgentProtocol.isStateless(envelope("2026-07-28")) == true)
    #expect(
      throws: RPCProblem(
        .unsupportedVersion, "usher does not speak this revision of the protocol.",
        data: ["supported": ["2026-07-28"], "requested": "2030-01-01"])
    ) { try AgentProtocol.isStateless(envelope("2030-01-01")) }
    let answer = try reply("server/discover")
    #expect(answer["supportedVersions"] == ["2026-07-28"])
    #expect((answer["ttlMs"], answer["cacheScope"]) == (0, "private"))
  }

  @Test func whatIsNotThereIsSaid() throws {
    #expect(throws: RPCProblem(.unknownMethod, "usher has no method tools/eat.")) { try reply("tools/eat") }
    #expect(throws: RPCProblem(.invalidParameters, "There is no tool eat.")) {
      try reply("tools/call", ["name": "eat"])
    }
    #expect(throws: RPCProblem(.invalidParameters, "The request has no name.")) { try reply("tools/call") }
    #expect(throws: RPCProblem(.invalidParameters, "There is no resource file:///etc/passwd.")) {
      try reply("resources/read", ["uri": "file:///etc/passwd"])
    }
    let refused = try reply("tools/call", ["name": "whoami", "arguments": []])
    #expect(
      refused == [
        "content": [["type": "text", "text": "the arguments are an object"]], "isError": true,
      ])
  }

  @Test func aPromptHoldsForeignTextAsData() throws {
    let prompt = try reply(
      "prompts/get", ["name": "reproduce_users_problem", "arguments": ["problem": "a\u{202E}b"]])
    let text = try #require(prompt["messages"]?.array?.first?["content"]?["text"]?.string)
    #expect(text.hasPrefix("A user reports: ab\n"))
    #expect(throws: RPCProblem(.invalidParameters, "The prompt needs problem.")) {
      try reply("prompts/get", ["name": "reproduce_users_problem"])
    }
  }

  @Test func messagesAreLines() {
    var lines = MessageLines()
    #expect(lines.add(Array("{\"a\"".utf8)) == [])
    #expect(lines.add(Array(":1}\r\n\n  \n[]\n{".utf8)) == [Array("{\"a\":1}\r".utf8), Array("[]".utf8)])
    let long = [UInt8](repeating: 0x20, count: MessageLines.limit)
    #expect(lines.add(long) == [nil])
    #expect(lines.add(long) == [])
    #expect(lines.add(Array("x\n{}\n".utf8)) == [Array("{}".utf8)])
  }
}
