import HTTP
import IdentityToolkit

/// The address that a provider's page sent the browser back to, and what stands in it.
struct ProviderCallback: Sendable {
  let address: String
  let items: [QueryItem]

  /// Nil for a request that brings a provider's token itself.
  /// - Parameter items: of the address's query and of the body that came with it.
  init?(_ address: String, _ items: [QueryItem]) {
    let names = Set(items.filter { !$0.value.isEmpty }.map(\.name))
    guard names.isDisjoint(with: ["id_token", "access_token", "SAMLResponse"]),
      !names.isDisjoint(with: ["code", "state", "error"])
    else { return nil }
    self.address = address
    self.items = items
  }

  /// The parameter called `name`; nil for none.
  /// - Throws: for one that stands there twice, as readers would disagree about which counts.
  func value(_ name: String) throws(ServerError) -> String? {
    let values = items.filter { $0.name == name }.map(\.value)
    guard values.count <= 1 else {
      throw ServerError(.invalidIDPResponse, "The address holds \(name) more than once.")
    }
    return values.first.flatMap { $0.isEmpty ? nil : $0 }
  }
}
