import AuthServer
import Crypto
package import Essentials

/// The embedded server's database.
package enum EmbeddedDatabase {
  /// Has its signing key made, which takes longer than all the rest of a first run.
  package static func addKey(at path: String) {
    do {
      try IdentityToolkitServer(
        store: Store(at: .file(path: path)), project: "demo-test", policy: .strict,
        clock: { TestClock().now },
        random: SecureRandom.bytes, pause: { _ in }, version: "0.1.0"
      ).prepare()
    } catch {
      fatalError("no key in \(path): \(error)")
    }
  }

  /// Its files with a key in them, made once for all tests.
  package static let files: [(name: String, content: Data)] = {
    let folder = TemporaryFolder()
    addKey(at: folder.path(of: "local.db"))
    return ["local.db", "local.db-wal"].map { name in
      guard let content = FileManager.default.contents(atPath: folder.path(of: name)) else {
        fatalError("the database left no \(name)")
      }
      return (name, content)
    }
  }()
}
