import Essentials
import HTTP

/// The functions that the Functions emulator runs, as its `/backends` lists them.
///
/// The answer also has the functions' environment, with secrets. This type does not read it, and nobody keeps the answer.
struct FunctionsBackends: Sendable {
  private struct Answer: Decodable {
    var backends: [Backend]
  }

  private struct Backend: Decodable {
    var functionTriggers: [Trigger]?
  }

  private struct Trigger: Decodable {
    var name: String
    var region: String?
    var blockingTrigger: BlockingTrigger?
  }

  private struct BlockingTrigger: Decodable {
    struct Options: Decodable {
      var idToken: Bool?
      var accessToken: Bool?
    }

    /// Such as `providers/cloud.auth/eventTypes/user.beforeCreate`.
    var eventType: String
    var options: Options?
  }

  private let triggers: [Trigger]

  /// Returns nil if this is not such an answer.
  init?(_ text: Data) {
    guard let answer = try? JSONReader.plain.read(Answer.self, from: text) else { return nil }
    triggers = answer.backends.flatMap { $0.functionTriggers ?? [] }
  }

  var hasFunctions: Bool { !triggers.isEmpty }

  /// Returns the blocking functions, which the emulator at `origin` calls at an address of their own.
  ///
  /// Of two functions for one event, the last one counts.
  func blocking(at origin: Origin, project: String) -> BlockingFunctionSettings {
    typealias Event = BlockingFunctionSettings.Event
    var functions: [Event: BlockingFunctionSettings.Function] = [:]
    for trigger in triggers {
      guard let blocking = trigger.blockingTrigger, let region = trigger.region,
        let name = blocking.eventType.split(separator: ".").last, let event = Event(rawValue: String(name)),
        let address = FunctionAddress("\(origin)/\(project)/\(region)/\(trigger.name)")
      else { continue }
      functions[event] = .init(
        address: address, takesIDToken: blocking.options?.idToken == true,
        takesAccessToken: blocking.options?.accessToken == true)
    }
    return BlockingFunctionSettings(found: functions)
  }
}
