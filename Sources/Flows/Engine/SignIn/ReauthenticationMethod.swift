import AuthClient

/// A method with which a user can re-authenticate.
package enum ReauthenticationMethod: Equatable, Sendable {
  /// An SMS to this number.
  case phone(String)
  case password(email: String)
  case emailLink(email: String)
  /// The identity provider with this ID.
  case provider(String)
  case passkey
}

extension SavedSession {
  /// Returns the methods with which the user can re-authenticate. The method of this session's sign-in comes first.
  ///
  /// - Parameter told: Asks the server for the sign-in methods of an address; nil if the server does not report them.
  ///   It is called only if the session does not contain the answer.
  package func reauthenticationMethods(
    _ told: (_ email: String) throws -> [String]?
  ) rethrows -> [ReauthenticationMethod] {
    let provider = tokens.idToken.signInProvider
    var methods = try account.providers.flatMap { provider -> [ReauthenticationMethod] in
      switch provider {
      case "phone": account.phoneNumber.map { [.phone($0)] } ?? []
      case "password": try account.email.map { try addressMethods($0, told) } ?? []
      default: [.provider(provider)]
      }
    }
    if account.passkeys?.isEmpty == false { methods.append(.passkey) }
    let first =
      methods.firstIndex { $0.name == signInMethod } ?? methods.firstIndex { $0.signInProvider == provider }
    if let first { methods.insert(methods.remove(at: first), at: 0) }
    return methods
  }

  /// Returns the methods of an address. If the server does not report them, it returns both.
  private func addressMethods(
    _ email: String, _ told: (String) throws -> [String]?
  ) rethrows -> [ReauthenticationMethod] {
    let both: [ReauthenticationMethod] = [.password(email: email), .emailLink(email: email)]
    if both.contains(where: { $0.name == signInMethod }) { return both }
    let told = try told(email) ?? []
    let known: [ReauthenticationMethod] = told.compactMap { method in
      switch method {
      case "password": .password(email: email)
      case "emailLink": .emailLink(email: email)
      default: nil
      }
    }
    return known.isEmpty ? both : known
  }
}

extension ReauthenticationMethod {
  /// The name that is saved with a session.
  package var name: String {
    switch self {
    case .phone: "phone"
    case .password: "password"
    case .emailLink: "email-link"
    case .provider(let id): "idp " + id
    case .passkey: "passkey"
    }
  }

  /// The name of the sign-in provider in a token.
  var signInProvider: String {
    switch self {
    case .phone: "phone"
    case .password, .emailLink: "password"
    case .provider(let id): id
    case .passkey: "passkey"
    }
  }
}
