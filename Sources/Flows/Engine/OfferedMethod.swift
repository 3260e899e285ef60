package import IdentityToolkit

/// A way to sign in that a program offers its users.
package enum OfferedMethod: Hashable, Sendable {
  case phone
  case emailLink
  case password
  case passkey
  case anonymous
  /// The service's ID of the provider, such as `google.com`.
  case provider(String)
}

/// The user named a method that the program does not offer.
package struct MethodNotOffered: Error, Equatable {
  package init() {}
}

extension Set<OfferedMethod> {
  /// Whether `who` can sign in with one of these methods.
  package func offers(_ who: Identifier) -> Bool {
    switch who {
    case .phone: contains(.phone)
    case .email: takesAddresses
    case .anonymous: contains(.anonymous)
    case .passkey: contains(.passkey)
    case .provider(let word): contains(.provider(IdentityProvider(word).id))
    }
  }

  package var takesAddresses: Bool { contains(.emailLink) || contains(.password) }

  /// Whether `method` is one of these, or can lead to one.
  func offers(_ method: AddressMethod) -> Bool {
    switch method {
    case .emailLink: contains(.emailLink)
    case .password, .newAccount: contains(.password)
    case .provider(let provider): contains(.provider(provider.id))
    // The providers to choose from are offered ones.
    case .anotherProvider: true
    }
  }

  /// The providers, in the order in which they are offered.
  package var providers: [IdentityProvider] {
    let ids = compactMap { if case .provider(let id) = $0 { id } else { nil } }
    let known = IdentityProvider.offered.filter { ids.contains($0.id) }
    return known + ids.filter { id in !known.contains { $0.id == id } }.sorted().map { IdentityProvider($0) }
  }
}
