import CommandKit
import Essentials
import IdentityToolkit

/// The command that a call of a tool runs: its words, and its standard input.
struct AgentCommand {
  var words: [String] = []
  var input = ""
  private let tool: AgentTool
  /// The arguments that the agent may give.
  private let offered: [ArgumentDescription]

  /// - Parameters:
  ///   - arguments: What the agent gave.
  ///   - standing: The destination and the session.
  ///   - files: Those that the agent may name.
  init(
    _ tool: AgentTool, _ arguments: JSONValue, under standing: GlobalOptions, _ files: AgentFiles
  ) throws(AgentProblem) {
    let command = try tool.command(chosenBy: arguments)
    guard let type = Tool.commands.command(command) as? any UsherCommand.Type else {
      fatalError("a tool has the command \(command), which is not in the table")
    }
    self.tool = tool
    offered = tool.arguments(of: command)
    for member in arguments.members ?? [] where member.name != tool.choice {
      guard offered.contains(where: { $0.agentName == member.name }) else {
        throw AgentProblem("\(tool.name) has no argument \(member.name.clipped(to: 100)) here; \(list)")
      }
    }
    for argument in offered where tool.requires(argument) && arguments[argument.agentName] == nil {
      throw AgentProblem("\(argument.agentName) is missing")
    }
    words = command.split(separator: " ").map(String.init) + tool.words
    words += tool.words.contains("--format") ? ["--no-input"] : ["--json"]
    for direction in Direction.allCases where type.init().directions.contains(direction) {
      if let value = direction.value(in: standing) { words.append("\(direction.option)=\(value)") }
    }
    words += standing.wordsForAgents
    var operands: [String] = []
    for argument in offered {
      guard let given = arguments[argument.agentName], given != .null else { continue }
      let value = try argument.word(given)
      let kind = argument.name == "totp-secret-file" ? AgentFiles.Kind.totp : .password
      if argument.completion == .secretFile, !files.has(value, kind) {
        throw AgentProblem("\(argument.agentName) is a file that create_user made")
      }
      switch argument.kind {
      case .positional where argument.holdsSecret:
        // Other users of the machine can see a command's words.
        operands.append("-")
        input = value + "\n"
      case .positional, .rest: operands.append(value)
      case .flag where argument.name == "password-stdin":
        words.append(argument.spelling)
        input = value + "\n"
      case .flag: if value == "true" { words.append(argument.spelling) }
      case .option: words.append("\(argument.spelling)=\(value)")
      }
    }
    if !operands.isEmpty { words += ["--"] + operands }
  }

  /// What the agent may give, in a clause.
  private var list: String {
    "it takes \(offered.isEmpty ? "none" : offered.map(\.agentName).joined(separator: ", "))"
  }

  /// Returns a sentence of the command's with the names by which the agent knows the arguments.
  ///
  /// If it names others, the agent is told what the tool takes instead.
  func inAgentsWords(_ sentence: String) -> String {
    let words = sentence.split(separator: " ", omittingEmptySubsequences: false).map { word in
      let name = word.prefix { !",;.:".contains($0) }
      let argument = offered.first { $0.spelling == name }
      return argument.map { $0.agentName + word.dropFirst(name.count) } ?? String(word)
    }
    let isKnown = !words.contains { $0.hasPrefix("--") }
    return isKnown ? words.joined(separator: " ") : "\(tool.name) cannot be called like this: \(list)"
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
  /// A pipe takes a value of this size at once.
  private static let longest = 16_384

  /// Returns the value as the command reads it.
  fileprivate func word(_ value: JSONValue) throws(AgentProblem) -> String {
    let isFlag = kind == .flag && name != "password-stdin"
    let word: String? =
      switch value {
      case .string(let text): text.unicodeScalars.contains("\0") ? nil : text
      case .bool, .integer, .number, .object: value.text
      case .array, .null: nil
      }
    guard let word, !isFlag || ["true", "false"].contains(word) else {
      throw AgentProblem("\(agentName) has a value of another type")
    }
    guard word.utf8.count <= Self.longest else { throw AgentProblem("\(agentName) is too long") }
    if name == "wait", let time = try? Duration(argument: word), time > .seconds(300) {
      throw AgentProblem("\(agentName) is at most 5m")
    }
    return word
  }
}

extension GlobalOptions {
  /// The words for the other options that a command of an agent follows.
  fileprivate var wordsForAgents: [String] {
    func words(_ option: String, _ value: String?) -> [String] { value.map { ["\(option)=\($0)"] } ?? [] }
    func text(_ time: Duration?) -> String? { time.map { "\(Int($0 / .milliseconds(1)))ms" } }
    return words("--cacert", caFile) + words("--proxy", proxy)
      + words("--timeout", text(timeout)) + words("--wait-limit", text(waitLimit))
  }
}
