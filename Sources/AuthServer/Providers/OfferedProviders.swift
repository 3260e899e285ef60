import Essentials
import IdentityToolkit

/// The identity providers with which users of the call's project or tenant may sign in.
struct OfferedProviders: Sendable {
  let call: Call

  /// Returns the project's settings for a provider, or nil for a built-in provider without settings.
  ///
  /// - Throws: `OPERATION_NOT_ALLOWED` if the project does not have the provider.
  func configuration(
    of provider: String, project: Int64, in transaction: Transaction
  ) throws -> ProviderSettings? {
    if let stored = try transaction.providerConfiguration(of: provider, project: project) {
      guard let config = JSONValue(json: stored.config) else {
        throw StorageFailure.corrupt(
          path: call.parts.store.path, reason: "the configuration of a provider cannot be right")
      }
      let settings = ProviderSettings(config, asksSAML: call.policy.idpTokensChecked)
      guard settings.isEnabled else {
        throw ServerError(.operationNotAllowed, "The identity provider configuration is disabled.")
      }
      // The server's own page never replaces a provider that is set up.
      guard settings.saml != nil || !call.policy.idpTokensChecked || !provider.hasPrefix("saml.") else {
        throw ServerError(.operationNotAllowed, "The identity provider configuration cannot be used.")
      }
      return settings
    }
    guard call.policy.providersByThemselves,
      !call.policy.idpTokensChecked || Self.isThereByItself(provider)
    else { throw Self.notFound }
    // A tenant's provider of this kind is its own, so it is not there by itself for other tenants.
    if call.tenant != nil, call.dialect.keepsProvidersOfTenants, Self.isOwn(provider),
      try transaction.hasTenant(of: call.project, with: provider)
    {
      throw Self.notFound
    }
    return nil
  }

  static let notFound = ServerError(
    .operationNotAllowed, "The identity provider configuration is not found.")

  /// Returns whether the server's own page replaces this provider without any configuration.
  private static func isThereByItself(_ provider: String) -> Bool {
    IdentityProvider.isWellKnown(provider)
      || isOwn(provider)
  }

  private static func isOwn(_ provider: String) -> Bool {
    ["oidc.", "saml."].contains { provider.hasPrefix($0) && provider.utf8.count > $0.utf8.count }
  }
}
