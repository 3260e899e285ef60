import CommandKit
import Essentials

/// What a command says to do next, in the calls that an agent has.
struct AgentAdvice {
  /// The call that does it, or nil if no tool does.
  let call: JSONValue?
  /// The sentence for the agent, with a tool in place of a command; nil if no tool does what the command does.
  let hint: String?

  /// - Parameters:
  ///   - hint: A phrase, which may end with a command of usher's.
  ///   - step: The next step of the result.
  init(_ hint: String?, step: JSONValue?, among tools: [AgentTool]) {
    let command = hint?.firstRange(of: "usher ")
    let named = step?["argv"]?.array?.compactMap(\.string)
    let shown = command.flatMap { hint?[$0.lowerBound...].split(separator: " ").map(String.init) }
    call = (named ?? shown).flatMap {
      Self.call(for: $0.dropFirst(), needing: step?["needs"]?.array ?? [], among: tools)
    }
    guard let hint, let command else {
      self.hint = hint
      return
    }
    var phrase = hint[..<command.lowerBound]
    while let last = phrase.last, last == " " || last == ":" { phrase.removeLast() }
    self.hint = call?["tool"]?.string.map { "\(phrase)\(phrase.hasSuffix("?") ? "" : ":") call \($0)" }
  }

  /// Returns the call that does what the command does, or nil if no tool does that.
  private static func call(
    for words: ArraySlice<String>, needing needs: [JSONValue], among tools: [AgentTool]
  ) -> JSONValue? {
    // No tool sends a link with another purpose than to sign in, or shows the help.
    if words.contains("--purpose") || words.contains("--help") { return nil }
    for tool in tools {
      for (choice, name) in tool.commands {
        guard let type = Tool.commands.command(name),
          let path = [name, type.sameAs ?? name].map({ $0.split(separator: " ").map(String.init) })
            .first(where: { words.starts(with: $0) })
        else { continue }
        var (arguments, missing) = tool.arguments(of: type, in: words.dropFirst(path.count))
        if let member = tool.choice { arguments[member] = .string(choice) }
        return ["tool": .string(tool.name), "arguments": arguments, "needs": .array(needs + missing)]
      }
    }
    guard words.first == SignIn.name, tools.contains(where: { $0.name == AgentTool.signIn }) else {
      return nil
    }
    return ["tool": .string(AgentTool.signIn), "arguments": [:], "needs": ["method"]]
  }
}

extension AgentTool {
  /// Returns the arguments in a command's words, and the names of those for which a word in capitals stands.
  fileprivate func arguments(
    of type: any Command<Context>.Type, in words: ArraySlice<String>
  ) -> (JSONValue, missing: [JSONValue]) {
    let all = CommandDescription(type, withFields: false).arguments
    var operands = all.filter { $0.kind == .positional }[...]
    var (arguments, missing, left) = (JSONValue.object([]), [JSONValue](), words)
    while let word = left.popFirst() {
      let isOption = word.hasPrefix("--")
      let argument = isOption ? all.first { $0.spelling == word } : operands.popFirst()
      // An option that the command does not declare is one of all commands, and has a value.
      let value: String? = !isOption ? word : argument?.kind == .flag ? "true" : left.popFirst()
      guard let argument, let value, offers.contains(argument.name) else { continue }
      if !isOption, value.utf8.allSatisfy({ (0x41...0x5A).contains($0) }) {
        missing.append(.string(argument.agentName))
      } else {
        arguments[argument.agentName] = argument.kind == .flag ? true : .string(value)
      }
    }
    return (arguments, missing)
  }
}
