/// Where the sources have texts besides the literals in `Text(…)`.
enum TextSources {
  /// Folders and files in which prose is a text.
  private static let shown = [
    "AuthClient/Credential/AuthCredential.swift", "AuthClient/Errors/", "AuthServer/Policy/PolicyTable.swift",
    "BrowserPages/", "CommandKit/",
    "Flows/StateFile/", "HTTP/HTTPError+Sentence.swift", "PrivateFiles/", "TerminalIO/",
    "UsherTool/",
  ]

  /// Those of them in English or collected by `HelpTexts`: headers, the manual, requests, what programs read, what
  /// completions explain, topics of help.
  private static let english = [
    "BrowserPages/BrowserPage+Response.swift", "UsherTool/Tool/Agents/Agent",
    "UsherTool/Tool/Agents/NewTestUser.swift",
    "UsherTool/Commands/Serve/Hub/HubHandler.swift",
    "UsherTool/Commands/Serve/RequestLog.swift", "UsherTool/Diagnosis/UsherErrorCode.swift",
    "UsherTool/Tool/Completion/CompletionCandidates.swift",
    "UsherTool/Tool/Completion/ShellCompletion.swift", "UsherTool/Tool/Help/ConfigurationManual.swift",
    "UsherTool/Tool/Help/HelpTopic", "UsherTool/World/Requests/",
  ]

  /// Calls whose unnamed argument is a text, even if it is one word.
  static let textCalls: Set<String> = ["CommandSection", "Hint"]

  /// Calls whose unnamed argument is a command, not a text.
  static let nameCalls: Set<String> = ["CommandGroup"]

  /// What has no prose in it that is a text: calls, named arguments, and declarations.
  static let wordless: Set<String> = [
    "Example", "contains", "fatalError", "hasPrefix", "hasSuffix", "malformedAnswer", "precondition",
    "preconditionFailure",
    "skip", "speaks",
    "aliases:", "copying:", "didYouMean:", "discussion:", "format:", "others:", "scripts:", "synonyms:",
    "verbatim:",
    "discussion", "manual",
  ]

  /// Whether prose is a text in the file; the path is that in `Sources`.
  static func hasTexts(_ path: String) -> Bool {
    func isIn(_ places: [String]) -> Bool { places.contains { path.hasPrefix($0) } }
    return isIn(shown) && !isIn(english)
  }
}
