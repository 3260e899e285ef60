import Essentials
import IdentityToolkit
import Synchronization

/// Spares reading the same configuration text again and again.
///
/// It remembers a function's last value, no state: the text comes fresh from the store each time.
final class SettingsCache: Sendable {
  private let last = Mutex<(text: String, settings: ProjectSettings)?>(nil)

  func settings(of project: Project) throws(ServerError) -> ProjectSettings {
    if let settings = last.withLock({ $0?.text == project.config ? $0?.settings : nil }) { return settings }
    let settings = try ProjectSettings(project.configuration)
    last.withLock { $0 = (project.config, settings) }
    return settings
  }
}

extension Project {
  var configuration: JSONValue {
    guard let value = JSONValue(json: config) else {
      fatalError("the store took a configuration that is not JSON")
    }
    return value
  }
}
