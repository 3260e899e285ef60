import AuthClient
import Flows

extension FlowSession {
  /// Signs in a new user, of whom nothing is known.
  func signInAnonymously() throws -> SignInOutcome {
    try CredentialUse(self, for: .signIn, method: "anonymous").signIn { auth throws(AuthFailure) in
      try auth.signInAnonymously()
    }
  }
}
