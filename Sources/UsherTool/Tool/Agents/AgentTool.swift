import CommandKit
import Essentials

/// A tool that an agent can call: one command, or one of several.
struct AgentTool {
  let name: String
  let title: String
  /// What the agent should know besides what the commands' table says.
  var advice = ""
  /// The commands with the values of the argument that chooses among them.
  var commands: [(choice: String, command: String)]
  /// The argument that chooses; nil for a tool of one command.
  var choice: String?
  /// The names of the commands' arguments that the agent may give.
  var offers: [String] = []
  /// Those of them that a call cannot do without.
  var needs: [String] = []
  /// Words that every call has.
  var words: [String] = []
  var isReadOnly = false
  var isDestructive = false
  /// Whether it is for the local server only.
  var isLocal = false
  /// The values of `choice` and the arguments that are for the local server only.
  var localWords: Set<String> = []

  static let newUser = "create_user"
  static let signIn = "sign_in"
  static let browserState = "browser_state"
  static let signOut = "sign_out"

  /// The tools, by what an agent does with them.
  static let all: [AgentTool] = [
    AgentTool(
      name: newUser, title: "Create a test user",
      advice:
        "Creates or replaces an account of the local server, with claims and second factors. If you give no "
        + "password, one is made. Passwords and secrets of authenticator apps are in files: give their paths to sign_in.",
      commands: [("", "local seed")], isDestructive: true, isLocal: true),
    AgentTool(
      name: signIn, title: "Sign in",
      advice: "A result with the status more_needed says which step is left: go on with complete.",
      commands: [
        ("password", "signin password"), ("phone", "signin phone"), ("email-link", "signin email-link"),
        ("anonymous", "signin anonymous"), ("custom-token", "signin custom-token"), ("idp", "signin idp"),
        ("sign-up", "signup"),
      ],
      choice: "method",
      offers: [
        "email", "number", "provider", "password-stdin", "password-file", "factor", "totp-secret-file",
        "testing",
        "uid", "claims", "identity",
      ], localWords: ["custom-token", "uid", "claims", "identity"]),
    AgentTool(
      name: "complete", title: "Complete a step",
      advice:
        "A second factor by SMS needs a challenge first, which sends the code. At the local server, outbox has the "
        + "code of an SMS and the link of a mail. No tool has the code of an authenticator app: call sign_in again, with "
        + "totp_secret_file.",
      commands: [("code", "confirm-code"), ("link", "complete-link"), ("challenge", "mfa challenge")],
      choice: "step",
      offers: ["code", "link", "email", "pending", "factor"]),
    AgentTool(
      name: "token", title: "Get an ID token", commands: [("", "token")],
      offers: ["min-ttl", "refresh", "claims"]),
    AgentTool(
      name: browserState, title: "Sign a browser in",
      advice:
        "The result has the path of a file: give it to Playwright as the storage state of a new context "
        + "(with indexedDB). The page is then signed in, if its server is the one where you signed in: for a running usher "
        + "serve, usher mcp is started with --endpoint URL and --project ID. Nobody else should read the file.",
      commands: [("", "token")], offers: ["origin", "app-key", "app-name"],
      needs: ["origin", "app-key"], words: ["--format", "playwright"]),
    AgentTool(
      name: "whoami", title: "Who is signed in", commands: [("", "whoami")], offers: ["claims", "check"],
      isReadOnly: true),
    AgentTool(
      name: "sessions", title: "Sessions", commands: [("", "session list")], isReadOnly: true),
    AgentTool(
      name: signOut, title: "Sign out", commands: [("", "signout")], offers: ["keep-pending"],
      isDestructive: true),
    AgentTool(
      name: "outbox", title: "Codes and links", commands: [("", "local outbox")],
      offers: ["phone", "email", "latest", "wait"], isReadOnly: true, isLocal: true),
    AgentTool(
      name: "local", title: "Control the local server",
      commands: [
        ("clock", "local clock"), ("expire", "local expire"), ("fail", "local fail"),
        ("snapshot-save", "local snapshot save"), ("snapshot-load", "local snapshot load"),
        ("reset", "local reset"),
      ],
      choice: "action",
      offers: ["change", "what", "of", "method", "error", "times", "delay", "clear", "name"],
      words: ["--yes"],
      isDestructive: true, isLocal: true),
  ]

  /// The tool at a real project: without what is for the local server only.
  var ofRealProject: AgentTool {
    var tool = self
    tool.offers.removeAll(where: localWords.contains)
    tool.commands.removeAll { localWords.contains($0.choice) }
    return tool
  }

  /// The description for agents: the abstracts of the commands, and the advice.
  var description: String {
    let abstracts = commands.compactMap { choice, name -> String? in
      guard let abstract = Tool.commands.command(name)?.abstract.english else { return nil }
      return choice.isEmpty ? abstract : "\(choice): \(abstract)"
    }
    return (abstracts + (advice.isEmpty ? [] : [advice])).joined(separator: " ")
  }

  /// The arguments of `command` that the tool offers.
  ///
  /// Of a positional argument and an option with one name, the first one counts.
  func arguments(of command: String) -> [ArgumentDescription] {
    guard let type = Tool.commands.command(command) else { return [] }
    let all = CommandDescription(type, withFields: false).arguments
    return offers.compactMap { name in all.first { $0.name == name } }
  }

  /// Whether a call cannot do without the argument.
  func requires(_ argument: ArgumentDescription) -> Bool {
    argument.isRequired || needs.contains(argument.name)
  }

  /// The JSON schema of the arguments.
  var schema: JSONValue {
    if name == Self.newUser { return NewTestUser.schema }
    var members: [(name: String, schema: JSONValue, users: [String])] = []
    var required: [JSONValue] = []
    if let choice {
      let values = commands.map { JSONValue.string($0.choice) }
      members.append((choice, ["type": "string", "enum": .array(values)], []))
      required.append(.string(choice))
    }
    for (value, command) in commands {
      for argument in arguments(of: command) {
        if choice == nil, requires(argument) {
          required.append(.string(argument.agentName))
        }
        if let index = members.firstIndex(where: { $0.name == argument.agentName }) {
          members[index].users.append(value)
        } else {
          members.append((argument.agentName, argument.schema, [value]))
        }
      }
    }
    let properties = members.map { member -> JSONValue.Member in
      var schema = member.schema
      if choice != nil, !member.users.isEmpty, let help = schema["description"]?.string {
        schema["description"] = .string("\(help) For \(member.users.joined(separator: ", ")).")
      }
      return .init(member.name, schema)
    }
    return [
      "type": "object", "properties": .object(properties), "required": .array(required),
      "additionalProperties": false,
    ]
  }

  /// The tool as a list shows it.
  var listed: JSONValue {
    [
      "name": .string(name), "title": .string(title), "description": .string(description),
      "inputSchema": schema,
      "annotations": [
        "readOnlyHint": .bool(isReadOnly), "destructiveHint": .bool(isDestructive),
        "idempotentHint": .bool(isReadOnly), "openWorldHint": .bool(!isLocal),
      ],
    ]
  }
}

extension ArgumentDescription {
  /// The name of the argument for agents. A password is the value itself: it goes to the command's standard input.
  var agentName: String {
    name == "password-stdin" ? "password" : name.replacing("-", with: "_")
  }

  /// The JSON schema of the value.
  fileprivate var schema: JSONValue {
    let isFlag = kind == .flag && name != "password-stdin"
    var schema: JSONValue = [
      "type": isFlag ? "boolean" : value == "JSON" ? ["object", "string"] : "string",
      "description": .string(
        name == "password-stdin"
          ? "The password." : completion == .secretFile ? "A file that create_user made." : help.english),
    ]
    if !choices.isEmpty { schema["enum"] = .array(choices.map(JSONValue.string)) }
    return schema
  }
}
