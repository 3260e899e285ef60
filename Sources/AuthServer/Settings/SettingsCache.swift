import Essentials
import HTTP
import IdentityToolkit
import Synchronization

/// Spares reading the same configuration text again and again.
///
/// It remembers a function's last value, no state: the text comes fresh from the store each time.
final class SettingsCache: Sendable {
  private let last = Mutex<(text: String, settings: ProjectSettings)?>(nil)
  /// Of the database that the text comes from.
  private let path: String

  init(path: String) {
    self.path = path
  }

  func settings(of project: Project) throws(StorageFailure) -> ProjectSettings {
    if let settings = last.withLock({ $0?.text == project.config ? $0?.settings : nil }) { return settings }
    let configuration = try configuration(of: project)
    let settings: ProjectSettings
    do throws(ServerError) {
      settings = try ProjectSettings(configuration)
    } catch {
      throw damage
    }
    last.withLock { $0 = (project.config, settings) }
    return settings
  }

  /// Google's configuration object. Nothing is stored before it has been read as settings.
  func configuration(of project: Project) throws(StorageFailure) -> JSONValue {
    guard let configuration = JSONValue(json: project.config) else { throw damage }
    return configuration
  }

  private var damage: StorageFailure {
    .corrupt(path: path, reason: "the configuration of a project cannot be right")
  }
}
