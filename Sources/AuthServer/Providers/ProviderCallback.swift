import HTTP
import IdentityToolkit

/// The address to which a provider's page returned the browser, with its parameters.
struct ProviderCallback: Sendable {
  let address: String
  let items: [QueryItem]

  /// Returns nil for a request that contains a provider's token.
  ///
  /// An ID token with a state and without a provider's name is a provider's answer to a question of this server.
  ///
  /// - Parameter items: The items of the address's query and of the body.
  init?(_ address: String, _ items: [QueryItem]) {
    let names = Set(items.filter { !$0.value.isEmpty }.map(\.name))
    let isAnswer = names.contains("state") && !names.contains("providerId")
    guard names.isDisjoint(with: ["access_token", "SAMLResponse"]), isAnswer || !names.contains("id_token"),
      !names.isDisjoint(with: ["code", "state", "error"])
    else { return nil }
    self.address = address
    self.items = items
  }

  /// Returns the parameter called `name`, or nil if there is none.
  ///
  /// - Throws: If the parameter appears twice, because readers would disagree about which one counts.
  func value(_ name: String) throws(ServerError) -> String? {
    let values = items.filter { $0.name == name }.map(\.value)
    guard values.count <= 1 else {
      throw ServerError(.invalidIDPResponse, "The address holds \(name) more than once.")
    }
    return values.first.flatMap { $0.isEmpty ? nil : $0 }
  }
}
