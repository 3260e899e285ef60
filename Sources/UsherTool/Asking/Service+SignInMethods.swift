import AuthClient
import CommandKit
import IdentityToolkit

extension Service {
  /// The sign-in methods of the account that has `email`, as the service names them: none where nobody has it, nil
  /// where the server does not tell.
  ///
  /// The embedded server hides them from apps. It belongs to the person who asks, so its accounts are looked up.
  func signInMethods(of email: EmailAddress) throws -> [String]? {
    if let told = try auth().signInMethods(forEmail: email.text) { return told }
    guard try destination().isEmbedded else { return nil }
    return try localServer().project.account(.init(email: email.text))?.signInMethods ?? []
  }
}

extension AccountRecord {
  /// A link to the address signs in to any account.
  fileprivate var signInMethods: [String] {
    let own = (emailLinkSignin == true ? ["emailLink"] : []) + (passwordHash == nil ? [] : ["password"])
    let others = (providerUserInfo ?? []).compactMap(\.providerId).filter {
      !["password", "phone"].contains($0)
    }
    return own.isEmpty && others.isEmpty ? ["emailLink"] : own + others
  }
}
