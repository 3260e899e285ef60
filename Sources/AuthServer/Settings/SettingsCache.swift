import Essentials
import HTTP
import IdentityToolkit
import Synchronization

/// Spares reading the same configuration text again and again.
///
/// It remembers a function's last values, no state: the text comes fresh from the store each time.
final class SettingsCache: Sendable {
  /// What settings are read from.
  private struct Text: Hashable {
    let config: String
    let shared: String?
  }

  private static let size = 32

  private let known = Mutex<[Text: ProjectSettings]>([:])
  /// Of the database that the text comes from.
  private let path: String

  init(path: String) {
    self.path = path
  }

  func settings(of project: Project) throws(StorageFailure) -> ProjectSettings {
    let text = Text(config: project.config, shared: project.shared)
    if let settings = known.withLock({ $0[text] }) { return settings }
    let configuration = try configuration(of: project)
    let shared = try shared(by: project)
    let settings: ProjectSettings
    do throws(ServerError) {
      settings = try ProjectSettings(configuration, sharing: shared)
    } catch {
      throw damage
    }
    known.withLock { known in
      if known.count >= Self.size { known.removeAll(keepingCapacity: true) }
      known[text] = settings
    }
    return settings
  }

  /// Google's object of a project or a tenant. Nothing is stored before it has been read as settings.
  func configuration(of project: Project) throws(StorageFailure) -> JSONValue {
    guard let configuration = JSONValue(json: project.config) else { throw damage }
    return configuration
  }

  /// Google's object of the project that a tenant belongs to; nil for a project.
  func shared(by tenant: Project) throws(StorageFailure) -> JSONValue? {
    guard let text = tenant.shared else { return nil }
    guard let configuration = JSONValue(json: text) else { throw damage }
    return configuration
  }

  private var damage: StorageFailure {
    .corrupt(path: path, reason: "the configuration of a project cannot be right")
  }
}
