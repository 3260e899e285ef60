import CommandKit
import Essentials
import IdentityToolkit

/// The command that a call of a tool runs: its words, and its standard input.
struct AgentCommand: Equatable {
  var words: [String]
  var input = ""

  /// - Parameters:
  ///   - arguments: What the agent gave.
  ///   - standing: The destination and the session.
  init(
    _ tool: AgentTool, _ arguments: JSONValue, under standing: GlobalOptions
  ) throws(AgentProblem) {
    let command = try tool.command(chosenBy: arguments)
    guard let type = Tool.commands.command(command) as? any UsherCommand.Type else {
      fatalError("a tool has the command \(command), which is not in the table")
    }
    let offered = tool.arguments(of: command)
    for member in arguments.members ?? [] where member.name != tool.choice {
      guard offered.contains(where: { $0.agentName == member.name }) else {
        let names = offered.map(\.agentName).joined(separator: ", ")
        throw AgentProblem(
          "\(tool.name) has no argument \(member.name.clipped(to: 100)) here; it takes "
            + (names.isEmpty ? "none" : names))
      }
    }
    words = command.split(separator: " ").map(String.init) + tool.words
    words += tool.words.contains("--format") ? ["--no-input"] : ["--json"]
    for direction in Direction.allCases where type.init().directions.contains(direction) {
      if let value = direction.value(in: standing) { words.append("\(direction.option)=\(value)") }
    }
    if let timeout = standing.timeout { words.append("--timeout=\(timeout / .milliseconds(1))ms") }
    var operands: [String] = []
    for argument in offered {
      guard let given = arguments[argument.agentName], given != .null else { continue }
      let value = try argument.word(given)
      switch argument.kind {
      case .positional where argument.holdsSecret:
        // Other users of the machine can see a command's words.
        operands.append("-")
        input = value + "\n"
      case .positional, .rest: operands.append(value)
      case .flag where argument.name == "password-stdin":
        words.append(argument.spelling)
        input = value + "\n"
      case .flag: if given == true { words.append(argument.spelling) }
      case .option: words.append("\(argument.spelling)=\(value)")
      }
    }
    if !operands.isEmpty { words += ["--"] + operands }
  }
}

/// What is wrong with a call, in a sentence for the agent.
struct AgentProblem: Error, Equatable {
  let message: String

  init(_ message: String) {
    self.message = message
  }
}

extension AgentTool {
  /// Returns the name of the command that the arguments choose.
  fileprivate func command(chosenBy arguments: JSONValue) throws(AgentProblem) -> String {
    guard let choice else { return commands[0].command }
    let given = arguments[choice]?.string
    guard let found = commands.first(where: { $0.choice == given }) else {
      throw AgentProblem("\(choice) is one of \(commands.map(\.choice).joined(separator: ", "))")
    }
    return found.command
  }
}

extension ArgumentDescription {
  /// Returns the value as the command reads it.
  fileprivate func word(_ value: JSONValue) throws(AgentProblem) -> String {
    switch value {
    case .string(let text) where !text.unicodeScalars.contains("\0"): return text
    case .bool, .integer, .number, .object: return value.text
    default: throw AgentProblem("\(agentName) has a value of another type")
    }
  }
}

extension Direction {
  fileprivate func value(in options: GlobalOptions) -> String? {
    switch self {
    case .profile: options.profile
    case .session: options.session
    case .project: options.project
    case .tenant: options.tenant
    case .endpoint: options.endpoint
    case .language: options.language?.text
    case .appCheckToken: options.appCheckTokenFile
    }
  }
}
