import AuthClient
import Essentials
import TestSupport
import Testing

@Suite struct ConfidentialityTests {
  /// Whatever a program prints or dumps, what is secret does not stand in it.
  @Test func noSecretIsPrinted() async throws {
    let harness = try ClientHarness()
    let provider = PhoneAuthProvider.provider(auth: harness.auth)
    let phone = provider.credential(withVerificationID: "SECRET", verificationCode: "SECRET")
    let password = EmailAuthProvider.credential(withEmail: "kim@example.com", password: "SECRET")
    let google = GoogleAuthProvider.credential(withIDToken: "SECRET", accessToken: "SECRET")
    let link = "http://localhost/?mode=signIn&oobCode=SECRET&apiKey=k"
    let mailed = EmailAuthProvider.credential(withEmail: "kim@example.com", link: link)
    let (secret, user) = try await harness.enrollTOTP()
    let session = try await user.multiFactor.getSession()
    let token = try await user.getIDTokenResult()
    let refused = try await error {
      try await harness.auth.signIn(withEmail: ClientHarness.email, password: "secret-1")
    }
    let assertion = TOTPMultiFactorGenerator.assertionForSignIn(
      withEnrollmentID: "id", oneTimePassword: "SECRET")
    var options = ClientHarness.options
    options.appCheckToken = "SECRET"
    options.proxy = "http://kim:SECRET@proxy.example"
    let values: [Any] = [
      options, Auth(options),
      phone, password, google, mailed, try #require(ActionCodeURL(link: link)), secret, session, token,
      refused, try #require(refused.multiFactorResolver), assertion, user, harness.auth,
      PhoneMultiFactorGenerator.assertion(with: phone),
    ]
    let secrets = [
      "SECRET", secret.sharedSecretKey(), token.token, try #require(user.refreshToken), "eyJ",
    ]
    for value in values {
      var dumped = ""
      dump(value, to: &dumped)
      for text in [String(describing: value), String(reflecting: value), dumped] {
        for secret in secrets { #expect(!text.contains(secret), "\(type(of: value)): \(text.prefix(200))") }
      }
    }
  }
}
