import Essentials
import HTTP
import IdentityToolkit
import Synchronization

/// A cache of parsed settings, so the same configuration text is not parsed again and again.
///
/// It caches results only, not state: the text is read from the store each time.
final class SettingsCache: Sendable {
  private struct Text: Hashable {
    let config: String
    let shared: String?
  }

  private static let size = 32

  private let known = Mutex<[Text: ProjectSettings]>([:])
  /// The path of the database that the text comes from.
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

  /// Returns Google's object of a project or a tenant.
  ///
  /// It is always readable, because it was parsed before it was stored.
  func configuration(of project: Project) throws(StorageFailure) -> JSONValue {
    guard let configuration = JSONValue(json: project.config) else { throw damage }
    return configuration
  }

  /// Returns Google's object of a tenant's project, or nil for a project.
  func shared(by tenant: Project) throws(StorageFailure) -> JSONValue? {
    guard let text = tenant.shared else { return nil }
    guard let configuration = JSONValue(json: text) else { throw damage }
    return configuration
  }

  private var damage: StorageFailure {
    .corrupt(path: path, reason: "the configuration of a project cannot be right")
  }
}
