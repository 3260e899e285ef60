import AuthClient
import Essentials
import Flows
import IdentityToolkit
import TestSupport
import UsherTool

let now = Date(timeIntervalSinceReferenceDate: 800_000_000.25)

let local = Binding(profile: "local", endpoint: "local", project: "demo-usher")
let work = Binding(profile: "work", endpoint: "production", project: "acme", tenant: "t-1")

extension PhoneVerification {
  static let example = PhoneVerification(
    phoneNumber: "+16505553434", verificationID: "v1", sentAt: now, resendAfter: now + 60)
}

extension SentLink {
  static let example = SentLink(email: "kim@example.com", sentAt: now, resendAfter: now + 60)
}

extension SavedSession {
  static func example(uid: String = "u1", refreshToken: String? = "r1") -> SavedSession {
    SavedSession(
      UserRecord(tokens: .example(TokenFixture.phone(uid: uid), refreshToken: refreshToken)), signedInAt: now)
  }

  static var withEveryField: SavedSession {
    let token = TokenFixture.token(
      """
      {"iss":"https://securetoken.google.com/demo-usher","aud":"demo-usher","auth_time":1800000000,"sub":"u2",
      "iat":1800000000,"exp":1800003600,"firebase":{"sign_in_provider":"password",
      "sign_in_second_factor":"totp"}}
      """)
    var account = Account()
    account.email = "kim@example.com"
    account.isEmailVerified = true
    account.phoneNumber = "+16505550100"
    account.displayName = "Kim \"K\" Łęcka/日本"
    account.photoURL = "https://example.com/kim.png"
    account.isAnonymous = true
    account.providers = ["password", "phone"]
    account.factors = EnrolledFactor.examples
    account.createdAt = now - 86_400
    account.lastSignInAt = now
    return SavedSession(
      UserRecord(account: account, tokens: .example(token, refreshToken: "r1")), signedInAt: now)
  }
}

extension Tokens {
  fileprivate static func example(_ text: String, refreshToken: String?) -> Tokens {
    do {
      return Tokens(idToken: try IDToken(text), refreshToken: refreshToken, expiresAt: now + 3_600)
    } catch {
      fatalError("the sample of a token is none")
    }
  }
}

extension EnrolledFactor {
  static let examples = [
    EnrolledFactor(
      uid: "f1", type: .phone, displayName: "work", phoneNumber: "+1******3434", enrolledAt: now - 5),
    EnrolledFactor(uid: "f2", type: .totp),
  ]
}

extension PendingKind {
  /// Every kind with every purpose, and with as many members as it can have.
  static var all: [PendingKind] {
    var change = SentLink.example
    change.newEmail = "lee@example.com"
    change.settings = ActionCodeSettings(address: "https://example.com/")
    let told = AdditionalUserInfo(isNewUser: true, providerID: "google.com", providerProfile: ["sub": "g1"])
    var choice = SecondFactorChoice(
      ResolverRecord(pendingCredential: "c1", hints: EnrolledFactor.examples, additional: told),
      challenge: .init(factorID: "f1", sentCode: .example))
    choice.unansweredCode = "123456"
    return CredentialPurpose.allCases.map { .phone($0, .example) }
      + EmailPurpose.allCases.map { .email($0, change) }
      + [CredentialPurpose.signIn, .reauthenticate].map { .secondFactor($0, choice) }
      + [.smsEnrollment(.example, name: "work")]
      + [.totpEnrollment(TOTPEnrollment(sessionInfo: "s1", name: "pixel", codeLength: 8))]
  }

  static var minimal: [PendingKind] {
    let resolver = ResolverRecord(pendingCredential: "c1", hints: [])
    return [
      .email(.credential(.signIn), SentLink(email: "kim@example.com", sentAt: now)),
      .secondFactor(.signIn, SecondFactorChoice(resolver)),
      .secondFactor(.signIn, SecondFactorChoice(resolver, challenge: .init(factorID: "f2"))),
      .smsEnrollment(.example, name: nil),
      .totpEnrollment(TOTPEnrollment(sessionInfo: "s1")),
    ]
  }
}

extension SavedState {
  /// A state in which everything that can be saved is saved.
  static var withEverything: SavedState {
    var settings = ProfileSettings()
    settings.endpoint = "production"
    settings.projectID = "acme"
    settings.apiKey = "k"
    settings.tenant = "t-1"
    settings.appID = "1:2:ios:3"
    settings.authDomain = "acme.firebaseapp.com"
    settings.bundleID = "com.acme.app"
    settings.androidPackage = "com.acme.app"
    settings.androidCertificate = "ab:cd"
    settings.referer = "https://acme.example"
    settings.appVerification = "auto"
    settings.language = "es"

    var state = SavedState()
    state.selectedProfile = "work"
    state.profiles["work"] = SavedProfile(settings: settings)
    state[work].currentSession = "kim"
    state[work].lastMethod = "email-link"
    state[work].appCredentials = AppCredentials(credential: AppCredential(receipt: "r", secret: "s"))
    state[work].appCredentials?.pendingReceipts = ["r2"]
    state[work.session("kim")] = .withEveryField
    state[local.session()] = .example(refreshToken: nil)
    for kind in PendingKind.all {
      _ = state.addPending(
        kind, to: work.session("kim"), uid: "u2", createdAt: now, expiresAt: now + 600)
    }
    for (index, kind) in PendingKind.minimal.enumerated() {
      _ = state.addPending(
        kind, to: local.session("s\(index)"), createdAt: now, expiresAt: now + 600)
    }
    return state
  }
}
