public import Essentials
import Synchronization

/// Keeps the signed-in user in memory, until the program ends.
public final class InMemoryPersistence: UserPersistence {
  private let session = Mutex<Data?>(nil)

  /// Creates an empty store.
  public init() {}

  public func load() -> Data? { session.withLock { $0 } }

  public func save(_ session: Data) {
    self.session.withLock { $0 = session }
  }

  public func delete() {
    session.withLock { $0 = nil }
  }

  public func update(_ change: (Data?) throws -> Data?) throws {
    try session.withLock { $0 = try change($0) }
  }
}
