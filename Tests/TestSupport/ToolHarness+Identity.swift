extension ToolHarness {
  /// The ID token that the embedded server's own page gives somebody with `claims`, in the provider's name.
  package func identityToken(
    _ claims: String, of provider: String = "google.com", tenant: String? = nil
  ) -> String {
    EmbeddedDatabase.identityToken(
      claims, of: provider, tenant: tenant, at: configFolder + "/local.db", now: { [clock] in clock.now })
  }

  /// A file with that token.
  package func identity(
    _ claims: String, of provider: String = "google.com", tenant: String? = nil,
    named name: String = "identity"
  ) -> String {
    file(identityToken(claims, of: provider, tenant: tenant), named: name)
  }
}
