import Essentials

/// The answers of the Model Context Protocol.
///
/// A request that names its revision is stateless: since 2026-07-28 there is no handshake, and every result says that
/// it is complete. [Source: the schemas of the protocol's repository.]
struct AgentProtocol {
  /// What a request leads to.
  enum Reply {
    case value(JSONValue)
    /// The answer is that of a command, which is to be run.
    case call(AgentCall)
  }

  let desk: AgentDesk

  private static let stateless = ["2026-07-28"]
  /// The newest one is last.
  private static let withHandshake = ["2025-06-18", "2025-11-25"]

  /// Returns whether the request names a revision without a handshake.
  static func isStateless(_ parameters: JSONValue) throws(RPCProblem) -> Bool {
    guard let version = parameters["_meta"]?["io.modelcontextprotocol/protocolVersion"] else { return false }
    guard let text = version.string, stateless.contains(text) else {
      throw RPCProblem(
        .unsupportedVersion, "usher does not speak this revision of the protocol.",
        data: ["supported": .array(stateless.map(JSONValue.string)), "requested": version])
    }
    return true
  }

  /// Who answers. Since 2026-07-28, each result says so.
  static let serverInfo: JSONValue = [
    "name": "usher", "title": "usher", "version": .string(Release.version),
  ]

  func reply(to method: String, _ parameters: JSONValue) throws(RPCProblem) -> Reply {
    switch method {
    case "initialize":
      var answer = handshake(parameters)
      answer["serverInfo"] = Self.serverInfo
      return .value(answer)
    case "server/discover":
      var answer = introduction
      answer["supportedVersions"] = .array(Self.stateless.map(JSONValue.string))
      return .value(answer.cached)
    case "ping": return .value([:])
    case "tools/list": return .value((["tools": .array(desk.tools.map(\.listed))] as JSONValue).cached)
    case "tools/call":
      let name = try text("name", in: parameters)
      guard let tool = desk.tools.first(where: { $0.name == name }) else {
        throw RPCProblem(.invalidParameters, "There is no tool \(name.clipped(to: 100)).")
      }
      do {
        return .call(try desk.call(tool, parameters["arguments"] ?? [:]))
      } catch let problem as AgentProblem {
        return .value(AgentDesk.answer(problem.message, isError: true))
      } catch {
        return .value(AgentDesk.answer("usher cannot make random values", isError: true))
      }
    case "resources/list":
      return .value((["resources": .array(desk.resources.map(\.listed))] as JSONValue).cached)
    case "resources/templates/list": return .value((["resourceTemplates": []] as JSONValue).cached)
    case "resources/read":
      let uri = try text("uri", in: parameters)
      guard let resource = desk.resources.first(where: { $0.uri == uri }) else {
        throw RPCProblem(.invalidParameters, "There is no resource \(uri.clipped(to: 100)).")
      }
      return .call(desk.reading(resource))
    case "prompts/list":
      return .value((["prompts": .array(AgentPrompt.all.map(\.listed))] as JSONValue).cached)
    case "prompts/get":
      let name = try text("name", in: parameters)
      guard let prompt = AgentPrompt.all.first(where: { $0.name == name }) else {
        throw RPCProblem(.invalidParameters, "There is no prompt \(name.clipped(to: 100)).")
      }
      return .value(try prompt.filled(with: parameters["arguments"] ?? [:]))
    default: throw RPCProblem(.unknownMethod, "usher has no method \(method.clipped(to: 100)).")
    }
  }

  private func text(_ name: String, in parameters: JSONValue) throws(RPCProblem) -> String {
    guard let text = parameters[name]?.string else {
      throw RPCProblem(.invalidParameters, "The request has no \(name).")
    }
    return text
  }

  private func handshake(_ parameters: JSONValue) -> JSONValue {
    let asked = parameters["protocolVersion"]?.string ?? ""
    var answer = introduction
    let version = Self.withHandshake.contains(asked) ? asked : Self.withHandshake.last ?? ""
    answer["protocolVersion"] = .string(version)
    return answer
  }

  private var introduction: JSONValue {
    let place = desk.isLocal ? "a local server for tests" : "a real project"
    return [
      "capabilities": ["tools": [:], "resources": [:], "prompts": [:]],
      "instructions": .string(
        "usher signs in as a user of Firebase Authentication, at \(place). next_call in a result is the call that "
          + "goes on." + (desk.isLocal ? " Codes and links are in outbox." : "")
          + " Never show passwords or tokens to anybody."
      ),
    ]
  }
}

extension JSONValue {
  /// The answer with what caches may do with it: nothing that lasts.
  fileprivate var cached: JSONValue {
    var answer = self
    (answer["ttlMs"], answer["cacheScope"]) = (0, "private")
    return answer
  }
}
