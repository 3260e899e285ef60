import AuthClient
import Essentials
import IdentityToolkit

// The library's user and tokens on one side, what is kept of them on the other.

extension SavedSession {
  init(_ user: User, signedInAt: Date) {
    self.init(
      uid: user.uid, idToken: user.tokens.idToken.text, refreshToken: user.tokens.refreshToken,
      expiresAt: user.tokens.expiresAt, signedInAt: signedInAt, authTime: user.tokens.idToken.signedInAt,
      signInProvider: user.tokens.idToken.signInProvider, secondFactor: user.tokens.idToken.secondFactor,
      account: SavedAccount(user))
  }

  /// - Throws: `AuthError.malformedToken` if the kept ID token cannot be read.
  func user() throws(AuthError) -> User {
    var user = User(
      uid: uid,
      tokens: Tokens(idToken: try IDToken(idToken), refreshToken: refreshToken, expiresAt: expiresAt))
    user.email = account.email
    user.isEmailVerified = account.emailVerified
    user.phoneNumber = account.phone
    user.displayName = account.displayName
    user.photoURL = account.photoURL
    user.providers = account.providers
    user.factors = account.factors.map { MultiFactorInfo($0) }
    user.createdAt = account.createdAt
    user.lastSignInAt = account.lastSignInAt
    return user
  }
}

extension SavedAccount {
  init(_ user: User) {
    self.init()
    email = user.email
    emailVerified = user.isEmailVerified
    phone = user.phoneNumber
    displayName = user.displayName
    photoURL = user.photoURL
    isAnonymous = user.isAnonymous
    providers = user.providers
    factors = user.factors.map { SavedFactor($0) }
    createdAt = user.createdAt
    lastSignInAt = user.lastSignInAt
  }
}

extension SavedFactor {
  init(_ info: MultiFactorInfo) {
    let (type, phone): (FactorType, String?) =
      switch info.kind {
      case .phone(let number): (.phone, number)
      case .totp: (.totp, nil)
      case .unsupported: (FactorType(rawValue: "unsupported"), nil)
      }
    self.init(
      id: info.uid, type: type, name: info.displayName, phone: phone,
      enrolledAt: info.enrolledAt.flatMap { Date(rfc3339: $0) })
  }
}

extension MultiFactorInfo {
  init(_ factor: SavedFactor) {
    let kind: Kind =
      switch factor.type {
      case .phone: .phone(factor.phone ?? "")
      case .totp: .totp
      default: .unsupported
      }
    self.init(uid: factor.id, displayName: factor.name, enrolledAt: factor.enrolledAt?.rfc3339, kind: kind)
  }
}

extension FirstFactorInfo {
  /// The provider's own tokens are left out: nobody asks for them later.
  init(_ additional: AdditionalUserInfo) {
    self.init(
      isNewUser: additional.isNewUser, providerID: additional.providerID, profile: additional.profile?.text)
  }
}

extension AdditionalUserInfo {
  init(_ told: FirstFactorInfo) {
    self.init(
      isNewUser: told.isNewUser, providerID: told.providerID,
      profile: told.profile.flatMap { try? JSONDecoder().decode(JSONValue.self, from: Data($0.utf8)) })
  }
}
