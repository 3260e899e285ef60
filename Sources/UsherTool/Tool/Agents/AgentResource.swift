import Essentials

/// Something that an agent can read: the result of a command.
struct AgentResource {
  let uri: String
  let title: String
  /// The command and its options.
  let tool: AgentTool
  var isLocal = true

  static let all: [AgentResource] = [
    AgentResource(
      uri: "usher://session", title: "Who is signed in",
      tool: AgentTool(name: "session", title: "Who is signed in", commands: [("", "whoami")]), isLocal: false),
    AgentResource(
      uri: "usher://outbox", title: "The messages of the local server",
      tool: AgentTool(name: "outbox", title: "Messages", commands: [("", "local outbox")])),
    AgentResource(
      uri: "usher://project", title: "The configuration of the project",
      tool: AgentTool(name: "project", title: "Project", commands: [("", "project get")])),
  ]

  /// The resource as a list shows it.
  var listed: JSONValue {
    [
      "uri": .string(uri), "name": .string(tool.name), "title": .string(title),
      "mimeType": "application/json",
    ]
  }
}
