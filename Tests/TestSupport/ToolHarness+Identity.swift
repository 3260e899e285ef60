import AuthServer
import Crypto
import Essentials
import HTTP
import IdentityToolkit

extension ToolHarness {
  /// The ID token that the embedded server's own page gives somebody with `claims`, in the provider's name.
  package func identityToken(
    _ claims: String, of provider: String = "google.com", tenant: String? = nil
  ) -> String {
    let query = [("apiKey", "k"), ("providerId", provider), ("tid", tenant ?? "")]
    do {
      let server = IdentityToolkitServer(
        store: try Store(at: .file(path: configFolder + "/local.db")), project: "demo-usher", policy: .strict,
        clock: { [clock] in clock.now }, random: SecureRandom.bytes, pause: { _ in }, version: "0.1.0")
      let answer = try server.respond(
        to: HTTPRequest(
          method: .post, path: "/emulator/auth/handler", query: query.map { QueryItem($0.0, $0.1) },
          body: Data(claims.utf8)))
      guard let token = JSONValue(json: answer.body)?["token"]?.string else {
        fatalError("no token: \(String(decoding: answer.body, as: UTF8.self))")
      }
      return token
    } catch {
      fatalError("no token: \(error)")
    }
  }

  /// A file with that token.
  package func identity(
    _ claims: String, of provider: String = "google.com", tenant: String? = nil,
    named name: String = "identity"
  ) -> String {
    file(identityToken(claims, of: provider, tenant: tenant), named: name)
  }
}
