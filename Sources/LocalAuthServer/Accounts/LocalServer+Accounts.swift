import AuthClient
import IdentityToolkit

extension LocalServer {
  /// The accounts, in the order of their uids.
  public func accounts() throws(LocalServerError) -> [Account] {
    try administered { server throws(AuthFailure) in try server.accounts(withSecrets: true) }
      .compactMap(Account.init)
  }

  /// The account of that uid; nil where there is none.
  public func account(uid: String) throws(LocalServerError) -> Account? {
    try accounts().first { $0.uid == uid }
  }

  /// The account of that address, in the form that the server keeps (lower case); nil where there is none.
  public func account(email: String) throws(LocalServerError) -> Account? {
    try accounts().first { $0.email == email }
  }

  /// The account of that number, in E.164; nil where there is none.
  public func account(phoneNumber: String) throws(LocalServerError) -> Account? {
    try accounts().first { $0.phoneNumber == phoneNumber }
  }

  /// Creates an account, as an administrator; nobody is signed in.
  ///
  /// - Parameters:
  ///   - uid: By default one that the server draws.
  ///   - email: The address; nil for none, as with all that follows.
  ///   - isEmailVerified: Whether its user showed that mails to `email` reach them.
  ///   - password: What it can be signed in to by, together with `email`.
  ///   - phoneNumber: In E.164.
  ///   - displayName: The name that it shows.
  ///   - photoURL: The address of its photo.
  ///   - isDisabled: Whether it cannot be signed in to.
  ///   - customClaims: Strings, numbers, `Bool`, arrays and dictionaries of them, for the account's ID tokens.
  ///   - secondFactors: What the account is asked for after the first factor.
  /// - Returns: The account's uid.
  /// - Throws: ``LocalServerError/refused(code:message:)``: `EMAIL_EXISTS`, `PHONE_NUMBER_EXISTS`, `DUPLICATE_LOCAL_ID`,
  ///   `WEAK_PASSWORD` and its like.
  @discardableResult
  public func createUser(
    uid: String? = nil, email: String? = nil, isEmailVerified: Bool = false, password: String? = nil,
    phoneNumber: String? = nil, displayName: String? = nil, photoURL: String? = nil, isDisabled: Bool = false,
    customClaims: [String: any Sendable]? = nil, secondFactors: [SecondFactor] = []
  ) throws(LocalServerError) -> String {
    let claims = try customClaims.map { claims throws(LocalServerError) in try JSONValue(claims: claims).text
    }
    var account = SignUp.Request(email: email, password: password)
    account.returnSecureToken = nil
    account.localId = uid
    account.emailVerified = isEmailVerified
    account.phoneNumber = phoneNumber
    account.displayName = displayName
    account.photoUrl = photoURL
    account.disabled = isDisabled
    account.mfaInfo = secondFactors.isEmpty ? nil : secondFactors.map(\.enrollment)
    return try administered { [account] server throws(AuthFailure) in
      let uid = try server.create(account)
      if let claims {
        var change = UpdateAccount.Request()
        change.localId = uid
        change.customAttributes = claims
        try server.change(change)
      }
      return uid
    }
  }

  /// Gives an account other custom claims, which its next ID token has; nil removes them.
  ///
  /// - Parameters:
  ///   - claims: Strings, numbers, `Bool`, arrays and dictionaries of them.
  ///   - uid: The account's.
  public func setCustomClaims(
    _ claims: [String: any Sendable]?, ofUser uid: String
  ) throws(LocalServerError) {
    var change = UpdateAccount.Request()
    change.localId = uid
    change.customAttributes = try JSONValue(claims: claims ?? [:]).text
    try administered { [change] server throws(AuthFailure) in try server.change(change) }
  }

  /// Disables an account, or enables it again. A disabled one cannot sign in, nor renew its tokens.
  public func setDisabled(_ isDisabled: Bool, user uid: String) throws(LocalServerError) {
    var change = UpdateAccount.Request()
    change.localId = uid
    change.disableUser = isDisabled
    try administered { [change] server throws(AuthFailure) in try server.change(change) }
  }

  /// Deletes an account, as an administrator does. None of that uid is no error.
  public func deleteUser(_ uid: String) throws(LocalServerError) {
    try administered { server throws(AuthFailure) in try server.delete(uids: [uid]) }
  }
}
