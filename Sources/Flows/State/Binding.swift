/// The place that issued tokens, pending steps and app credentials. They are never sent anywhere else.
package struct Binding: Hashable, Sendable {
  package var profile: String
  /// `local`, `production` or a URL.
  package var endpoint: String
  package var project: String
  package var tenant: String?

  package init(profile: String, endpoint: String, project: String, tenant: String? = nil) {
    self.profile = profile
    self.endpoint = endpoint
    self.project = project
    self.tenant = tenant
  }

  package func session(_ name: String = SessionKey.defaultName) -> SessionKey {
    SessionKey(binding: self, name: name)
  }
}
