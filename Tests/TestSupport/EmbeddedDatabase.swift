import AuthServer
import Crypto
package import Essentials
import HTTP
import IdentityToolkit

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

  /// The ID token that the server's own page gives somebody with `claims`, in the provider's name.
  package static func identityToken(
    _ claims: String, of provider: String = "google.com", tenant: String? = nil, at path: String,
    now: @escaping @Sendable () -> Date
  ) -> String {
    let query = [("apiKey", "k"), ("providerId", provider), ("tid", tenant ?? "")]
    do {
      let server = IdentityToolkitServer(
        store: try Store(at: .file(path: path)), project: "demo-usher", policy: .strict, clock: now,
        random: SecureRandom.bytes, pause: { _ in }, version: "0.1.0")
      let answer = try server.respond(
        to: HTTPRequest(
          method: .post, path: "/emulator/auth/handler", query: query.map { QueryItem($0.0, $0.1) },
          body: Data(claims.utf8)))
      let answered = JSONValue(json: answer.body)
      guard let token = answered?["id_token"]?.string ?? answered?["access_token"]?.string else {
        fatalError("no token: \(String(decoding: answer.body, as: UTF8.self))")
      }
      return token
    } catch {
      fatalError("no token: \(error)")
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
