import AuthClient
import IdentityToolkit

extension Engine {
  /// Signs in, or creates an account: who it is decides how.
  package func signIn(as typed: Identifier? = nil) throws -> Progress {
    try flow.refuseShadowed(by: .signIn)
    try asker.begin()
    let who = try typed ?? asker.identifier()
    if asker.offered?.offers(who) == false { throw MethodNotOffered() }
    switch who {
    case .anonymous: return try signInAnonymously()
    case .passkey: return try by(CredentialRequest(.passkey, for: .signIn))
    case .phone(let number): return try byPhone(.signIn, to: number)
    case .provider(let word):
      var request = CredentialRequest(.provider(IdentityProvider(word)), for: .signIn)
      request.isChosen = typed == nil
      request.word = word
      return try by(request)
    case .email(let email):
      let told = try asker.signInMethods(of: email)
      // If nobody has the address, an account can be created at a provider.
      return try signIn(to: email, methods: told, orAt: told == [] ? providers : [])
    }
  }

  /// Signs in with an address.
  /// - Parameters:
  ///   - told: The methods of the account that has it: none if nobody has it, nil if the server does not tell.
  ///   - others: Providers that the account may have in addition.
  func signIn(
    to email: EmailAddress, methods told: [String]?, orAt others: [IdentityProvider]
  ) throws -> Progress {
    var methods = Self.methods(told, mayBeElsewhere: !others.isEmpty)
    if let offered = asker.offered {
      methods.removeAll { !offered.offers($0) }
      // A link signs in to every account with the address.
      if methods.isEmpty {
        guard offered.contains(.emailLink) else { throw MethodNotOffered() }
        methods = [.emailLink]
      }
    }
    let method = methods.count > 1 ? try asker.method(among: methods, of: email, told: told) : methods[0]
    switch method {
    case .emailLink: return try byLink(.signIn, to: email)
    case .password where told != []:
      var request = CredentialRequest(.password(email), for: .signIn)
      request.isChosen = true
      return try by(request)
    case .password, .newAccount: return try signUp(email, isChosen: true)
    case .provider(let provider): return try by(chosen(provider, email))
    case .anotherProvider: return try by(chosen(try asker.provider(among: others), email))
    }
  }

  private func chosen(_ provider: IdentityProvider, _ email: EmailAddress) -> CredentialRequest {
    var request = CredentialRequest(.provider(provider), for: .signIn)
    request.isChosen = true
    request.email = email
    return request
  }

  /// Returns the methods to choose from, always in the same order.
  private static func methods(_ told: [String]?, mayBeElsewhere: Bool) -> [AddressMethod] {
    let known = (told ?? []).map { AddressMethod($0) }
    let byAddress: [AddressMethod] = [.emailLink, .password]
    let methods =
      known.isEmpty
      ? byAddress + (told == nil ? [.newAccount] : [])
      : byAddress.filter(known.contains) + known.filter { !byAddress.contains($0) }
    return methods + (mayBeElsewhere ? [.anotherProvider] : [])
  }
}
