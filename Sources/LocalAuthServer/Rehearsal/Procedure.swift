extension LocalServer {
  /// What apps call, by the names of the service's API.
  public struct Procedure: RawRepresentable, Hashable, Sendable {
    /// The name: the end of the path that is called.
    public var rawValue: String

    /// A procedure by its name; one that the server does not have is refused where it is planned for.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// Sends a code by SMS, to sign in.
    public static let sendVerificationCode = Procedure(rawValue: "sendVerificationCode")
    /// Signs in by the code of an SMS.
    public static let signInWithPhoneNumber = Procedure(rawValue: "signInWithPhoneNumber")
    /// Signs in by address and password.
    public static let signInWithPassword = Procedure(rawValue: "signInWithPassword")
    /// Signs in by the link of a mail.
    public static let signInWithEmailLink = Procedure(rawValue: "signInWithEmailLink")
    /// Signs in by a custom token.
    public static let signInWithCustomToken = Procedure(rawValue: "signInWithCustomToken")
    /// Signs in by the credential of an identity provider.
    public static let signInWithIdp = Procedure(rawValue: "signInWithIdp")
    /// Creates an account, anonymous or with a password.
    public static let signUp = Procedure(rawValue: "signUp")
    /// Sends a mail with a link.
    public static let sendOobCode = Procedure(rawValue: "sendOobCode")
    /// Checks or applies the code of a link that sets a password.
    public static let resetPassword = Procedure(rawValue: "resetPassword")
    /// Shows the signed-in user's account; every sign-in calls it.
    public static let lookup = Procedure(rawValue: "lookup")
    /// Changes the signed-in user's account, or applies the code of a link.
    public static let update = Procedure(rawValue: "update")
    /// Deletes the signed-in user's account.
    public static let delete = Procedure(rawValue: "delete")
    /// Renews an ID token.
    public static let token = Procedure(rawValue: "token")
    /// Sends a code to a new second factor, or makes the secret of an app.
    public static let startMFAEnrollment = Procedure(rawValue: "mfaEnrollment:start")
    /// Enrolls a second factor by its code.
    public static let finalizeMFAEnrollment = Procedure(rawValue: "mfaEnrollment:finalize")
    /// Removes a second factor.
    public static let withdrawMFA = Procedure(rawValue: "mfaEnrollment:withdraw")
    /// Sends a code to a second factor.
    public static let startMFASignIn = Procedure(rawValue: "mfaSignIn:start")
    /// Ends a sign-in by the code of a second factor.
    public static let finalizeMFASignIn = Procedure(rawValue: "mfaSignIn:finalize")
  }
}
