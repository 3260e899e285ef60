extension LocalServer {
  /// A procedure that apps call, named as in the service's API.
  public struct Procedure: RawRepresentable, Hashable, Sendable {
    /// The name: the last part of the path of the call.
    public var rawValue: String

    /// Creates a procedure from its name.
    ///
    /// If the server does not know the name, `fail` and `delay` throw.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// Sends a sign-in code by SMS.
    public static let sendVerificationCode = Procedure(rawValue: "sendVerificationCode")
    /// Signs in with the code of an SMS.
    public static let signInWithPhoneNumber = Procedure(rawValue: "signInWithPhoneNumber")
    /// Signs in with address and password.
    public static let signInWithPassword = Procedure(rawValue: "signInWithPassword")
    /// Signs in with an e-mail link.
    public static let signInWithEmailLink = Procedure(rawValue: "signInWithEmailLink")
    /// Signs in with a custom token.
    public static let signInWithCustomToken = Procedure(rawValue: "signInWithCustomToken")
    /// Signs in with the credential of an identity provider.
    public static let signInWithIdp = Procedure(rawValue: "signInWithIdp")
    /// Creates an account, anonymous or with a password.
    public static let signUp = Procedure(rawValue: "signUp")
    /// Sends a mail with a link.
    public static let sendOobCode = Procedure(rawValue: "sendOobCode")
    /// Checks or applies the code of a password reset link.
    public static let resetPassword = Procedure(rawValue: "resetPassword")
    /// Returns the signed-in user's account.
    ///
    /// Every sign-in calls it.
    public static let lookup = Procedure(rawValue: "lookup")
    /// Changes the signed-in user's account, or applies the code of a link.
    public static let update = Procedure(rawValue: "update")
    /// Deletes the signed-in user's account.
    public static let delete = Procedure(rawValue: "delete")
    /// Renews an ID token.
    public static let token = Procedure(rawValue: "token")
    /// Sends a code to a new second factor, or creates the secret of an authenticator app.
    public static let startMFAEnrollment = Procedure(rawValue: "mfaEnrollment:start")
    /// Enrolls a second factor with its code.
    public static let finalizeMFAEnrollment = Procedure(rawValue: "mfaEnrollment:finalize")
    /// Removes a second factor.
    public static let withdrawMFA = Procedure(rawValue: "mfaEnrollment:withdraw")
    /// Sends a code to a second factor.
    public static let startMFASignIn = Procedure(rawValue: "mfaSignIn:start")
    /// Completes a sign-in with the code of a second factor.
    public static let finalizeMFASignIn = Procedure(rawValue: "mfaSignIn:finalize")
  }
}
