import AuthClient
import Essentials
import IdentityToolkit

extension LocalServer {
  /// Returns the accounts in the order of their uids.
  public func accounts() throws(LocalServerError) -> [Account] {
    try administered { server throws(AuthFailure) in try server.project.accounts(withSecrets: true) }
      .compactMap(Account.init)
  }

  /// Returns the account with this uid, or nil if there is none.
  public func account(uid: String) throws(LocalServerError) -> Account? {
    try accounts().first { $0.uid == uid }
  }

  /// Returns the account with this address, or nil if there is none.
  ///
  /// The address is compared in the form that the server stores, which is lower case.
  public func account(email: String) throws(LocalServerError) -> Account? {
    try accounts().first { $0.email == email }
  }

  /// Returns the account with this number, in E.164 form, or nil if there is none.
  public func account(phoneNumber: String) throws(LocalServerError) -> Account? {
    try accounts().first { $0.phoneNumber == phoneNumber }
  }

  /// Creates an account as an administrator.
  ///
  /// Nobody is signed in.
  ///
  /// - Parameters:
  ///   - uid: The account's ID. By default, the server chooses one.
  ///   - email: The e-mail address. For this and all optional parameters below, nil means none.
  ///   - isEmailVerified: Whether the user has verified `email`.
  ///   - password: The password for sign-in together with `email`.
  ///   - phoneNumber: The phone number in E.164 form.
  ///   - displayName: The display name.
  ///   - photoURL: The URL of the photo.
  ///   - isDisabled: Whether the account is disabled.
  ///   - customClaims: Strings, numbers, `Bool`, arrays and dictionaries of them, for the account's ID tokens.
  ///   - secondFactors: The second factors to enroll.
  /// - Returns: The account's uid.
  /// - Throws: ``LocalServerError/refused(code:message:)`` with `EMAIL_EXISTS`, `PHONE_NUMBER_EXISTS`,
  ///   `DUPLICATE_LOCAL_ID`, `WEAK_PASSWORD` or a similar code.
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
      let uid = try server.project.create(account)
      if let claims {
        var change = UpdateAccount.Request()
        change.localId = uid
        change.customAttributes = claims
        try server.project.change(change)
      }
      return uid
    }
  }

  /// Replaces an account's custom claims, which appear in its next ID token.
  ///
  /// Nil removes them.
  ///
  /// - Parameters:
  ///   - claims: Strings, numbers, `Bool`, arrays and dictionaries of them.
  ///   - uid: The account's uid.
  public func setCustomClaims(
    _ claims: [String: any Sendable]?, ofUser uid: String
  ) throws(LocalServerError) {
    var change = UpdateAccount.Request()
    change.localId = uid
    change.customAttributes = try JSONValue(claims: claims ?? [:]).text
    try administered { [change] server throws(AuthFailure) in try server.project.change(change) }
  }

  /// Disables an account, or enables it again.
  ///
  /// A disabled account cannot sign in or renew its tokens.
  public func setDisabled(_ isDisabled: Bool, user uid: String) throws(LocalServerError) {
    var change = UpdateAccount.Request()
    change.localId = uid
    change.disableUser = isDisabled
    try administered { [change] server throws(AuthFailure) in try server.project.change(change) }
  }

  /// Deletes an account as an administrator.
  ///
  /// It is no error if the account does not exist.
  public func deleteUser(_ uid: String) throws(LocalServerError) {
    try administered { server throws(AuthFailure) in try server.project.delete(uids: [uid]) }
  }
}
