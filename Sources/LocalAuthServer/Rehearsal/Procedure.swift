extension LocalServer {
  /// What apps call, by the names of the service's API.
  public struct Procedure: RawRepresentable, Hashable, Sendable {
    public var rawValue: String

    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// Sends a code by SMS, to sign in.
    public static let sendVerificationCode = Procedure(rawValue: "sendVerificationCode")
    public static let signInWithPhoneNumber = Procedure(rawValue: "signInWithPhoneNumber")
    public static let signInWithPassword = Procedure(rawValue: "signInWithPassword")
    public static let signInWithEmailLink = Procedure(rawValue: "signInWithEmailLink")
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
    public static let delete = Procedure(rawValue: "delete")
    /// Renews an ID token.
    public static let token = Procedure(rawValue: "token")
    public static let startMFAEnrollment = Procedure(rawValue: "mfaEnrollment:start")
    public static let finalizeMFAEnrollment = Procedure(rawValue: "mfaEnrollment:finalize")
    public static let withdrawMFA = Procedure(rawValue: "mfaEnrollment:withdraw")
    public static let startMFASignIn = Procedure(rawValue: "mfaSignIn:start")
    public static let finalizeMFASignIn = Procedure(rawValue: "mfaSignIn:finalize")
  }
}
