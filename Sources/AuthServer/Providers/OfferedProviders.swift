import IdentityToolkit

/// The identity providers by which users of the call's project, or of its tenant, may sign in.
struct OfferedProviders: Sendable {
  private let call: Call

  init(_ call: Call) {
    self.call = call
  }

  /// What the project has set for a provider; nil where it has set nothing and the provider is there by itself.
  /// - Throws: `OPERATION_NOT_ALLOWED` for one that the project does not have.
  func configuration(
    of provider: String, project: Int64, in transaction: Transaction
  ) throws -> ProviderSettings? {
    if let stored = try transaction.providerConfiguration(of: provider, project: project) {
      guard let config = JSONValue(json: stored.config) else {
        throw StorageFailure.corrupt(
          path: call.parts.store.path, reason: "the configuration of a provider cannot be right")
      }
      let settings = ProviderSettings(config)
      guard settings.isEnabled else {
        throw ServerError(.operationNotAllowed, "The identity provider configuration is disabled.")
      }
      return settings
    }
    guard !call.policy.idpTokensChecked || Self.isThereByItself(provider) else {
      throw Self.notFound
    }
    return nil
  }

  static let notFound = ServerError(
    .operationNotAllowed, "The identity provider configuration is not found.")

  /// Whether the server's own page stands in for a provider without being told to.
  private static func isThereByItself(_ provider: String) -> Bool {
    IdentityProvider.isWellKnown(provider)
      || ["oidc.", "saml."].contains { provider.hasPrefix($0) && provider.utf8.count > $0.utf8.count }
  }
}
