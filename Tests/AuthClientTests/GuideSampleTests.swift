import AuthClient
import BrowserSignIn
import Foundation
import LocalAuthServer
import Testing

/// The samples of the documentation. What a server in this process can answer is run, the rest compiles.
@Suite struct GuideSampleTests {
  private let server: LocalServer
  private let auth: Auth
  private let email = "kim@example.com"
  private let password = "a long horse"

  init() throws {
    server = try LocalServer()
    auth = server.auth()
  }

  /// A paragraph of a sample stands here as it is there, but for its indentation.
  @Test func everySampleOfTheDocumentationIsHere() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let here = try Self.lines(of: folder.appending(path: "GuideSampleTests.swift")).joined(separator: "\n")
    let sources = folder.appending(path: "../../Sources").standardizedFileURL
    let pages = try ["AuthClient", "BrowserSignIn"].flatMap { product in
      let catalogue = sources.appending(path: "\(product)/\(product).docc")
      return try FileManager.default.contentsOfDirectory(atPath: catalogue.path).sorted()
        .map { catalogue.appending(path: $0) }
    }
    var count = 0
    for page in pages {
      let parts = try Self.lines(of: page).split(
        separator: "```swift", omittingEmptySubsequences: false)
      for part in parts.dropFirst() {
        for paragraph in part.prefix(while: { $0 != "```" }).split(separator: "") {
          let text = paragraph.joined(separator: "\n")
          // Of a manifest, and the imports, which here are all the samples'.
          if text.firstRange(of: ".product(") != nil || paragraph.allSatisfy({ $0.hasPrefix("import ") }) {
            continue
          }
          #expect(here.firstRange(of: "\n\(text)\n") != nil, "\(page.lastPathComponent): \(text)")
          count += 1
        }
      }
    }
    #expect(count > 20)
  }

  private static func lines(of file: URL) throws -> [String] {
    try String(contentsOf: file, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.trimmingCharacters(in: .whitespaces) }
  }

  @Test func passkeys() async throws {
    let user = try await auth.createUser(withEmail: email, password: password).user

    let authenticator = SoftwareAuthenticator()
    try await user.enrollPasskey(withName: "laptop", on: authenticator)
    try await auth.signOut()
    try await auth.signIn(withPasskeyOn: authenticator)

    try await passkeySteps(of: try #require(auth.currentUser), on: SoftwareAuthenticator())
  }

  private func passkeySteps(of user: User, on authenticator: some PasskeyAuthenticator) async throws {
    let request = try await user.startPasskeyEnrollment(withName: "phone")
    let registration = try await authenticator.register(request)
    try await user.finalizePasskeyEnrollment(withPlatformCredential: registration)

    let assertion = try await authenticator.assert(try await auth.startPasskeySignIn())
    try await auth.finalizePasskeySignIn(withPlatformCredential: assertion)

    for passkey in user.enrolledPasskeys where passkey.name == "laptop" {
      try await user.unenrollPasskey(withCredentialID: passkey.credentialID)
    }
  }

  @Test func aFirstSignIn() async throws {
    let created = try await auth.createUser(withEmail: email, password: password)
    print(created.user.uid, created.additionalUserInfo.isNewUser)

    try await auth.signOut()
    let user = try await auth.signIn(withEmail: email, password: password).user

    let headers = ["Authorization": "Bearer \(try await user.getIDToken())"]
    #expect(headers["Authorization"]?.count ?? 0 > 100)
  }

  @Test func whatWentWrongIsSaid() async throws {
    do {
      try await auth.signIn(withEmail: email, password: password)
    } catch {
      switch error.code {
      case .invalidCredential, .wrongPassword, .userNotFound: print("Wrong address or password.")
      case .networkError: print("No answer: \(error.underlyingError.map { "\($0)" } ?? "")")
      default: print(error)
      }
    }
  }

  @Test func aPhoneSignsIn() async throws {
    let delegate = PastedToken()

    let provider = PhoneAuthProvider.provider(auth: auth)
    let verificationID = try await provider.verifyPhoneNumber("+1 650-555-3434", uiDelegate: delegate)

    // That number is fictional, with this code, in every new project of a server in this process.
    let code = "654321"
    let credential = provider.credential(
      withVerificationID: verificationID, verificationCode: code)
    let result = try await auth.signIn(with: credential)
    print(result.user.phoneNumber ?? "", result.additionalUserInfo.isNewUser)
    #expect(result.user.phoneNumber == "+16505553434")
  }

  @Test func aFictionalNumberSignsIn() async throws {
    auth.settings.isAppVerificationDisabledForTesting = true
    let provider = PhoneAuthProvider.provider(auth: auth)
    let verificationID = try await provider.verifyPhoneNumber("+16505553434")
    try await auth.signIn(
      with: provider.credential(withVerificationID: verificationID, verificationCode: "654321"))
    #expect(auth.currentUser != nil)
  }

  @Test func aNumberOfAnotherAccountSignsInToThatOne() async throws {
    let number = "+16505550123"
    let provider = PhoneAuthProvider.provider(auth: auth)
    func sentCredential() async throws -> PhoneAuthCredential {
      let id = try await provider.verifyPhoneNumber(number)
      return provider.credential(withVerificationID: id, verificationCode: try server.smsCode(to: number))
    }
    let first = try await auth.signIn(with: try await sentCredential()).user
    let user = try await auth.signInAnonymously().user
    try await link(try await sentCredential(), to: user)
    #expect(auth.currentUser?.uid == first.uid)
  }

  // Of its own, as the compiler does not come to the end of a function that has an `#expect` behind such a `do`.
  private func link(_ credential: any AuthCredential, to user: User) async throws {
    do throws(AuthError) {
      try await user.link(with: credential)
    } catch {
      guard error.code == .credentialAlreadyInUse, let updated = error.updatedCredential else {
        throw error
      }
      try await auth.signIn(with: updated)
    }
  }

  @Test func aProviderSignsIn() async throws {
    let provider = OAuthProvider(providerID: "google.com", auth: auth)
    let browser = try LoopbackOAuth(program: "Example", providerID: "google.com", port: 0) { page in
      try server.answerProviderPage(page, as: ["email": "kim@example.com", "name": "Kim"])
    }
    let user = try await auth.signIn(with: provider, uiDelegate: browser).user
    #expect(user.displayName == "Kim")
  }

  struct PastedAddress: OAuthUIDelegate {
    let continueURL = URL(string: "http://localhost:8123/callback")!

    func callbackURL(of page: URL) async throws -> URL {
      print("Open \(page), and paste the address that the browser ends at.")
      guard let address = readLine().flatMap({ URL(string: $0) }) else { throw CancellationError() }
      return address
    }
  }

  @Test func anAccountGetsMoreSignInMethods() async throws {
    let user = try await auth.signInAnonymously().user
    let credential = EmailAuthProvider.credential(withEmail: email, password: password)
    try await user.link(with: credential)

    let browser = try LoopbackOAuth(program: "Example", providerID: "google.com", port: 0) { page in
      try server.answerProviderPage(page, as: ["email": "kim@example.com"])
    }
    try await linkProvider(of: user, by: browser)
    #expect(user.providerData.count == 2)
    try await unlinkGoogle(from: user)
    #expect(user.providerData.map(\.providerID) == ["password"])
  }

  private func linkProvider(of user: User, by browser: any OAuthUIDelegate) async throws {
    let provider = OAuthProvider(providerID: "google.com", auth: auth)
    try await user.link(with: provider, uiDelegate: browser)
  }

  private func unlinkGoogle(from user: User) async throws {
    for info in user.providerData {
      print(info.providerID, info.uid)
    }
    try await user.unlink(fromProvider: "google.com")
  }

  @Test func anAddressOfAnotherAccountIsLinkedToThatOne() async throws {
    let uid = try server.createUser(email: email, isEmailVerified: true, password: password)
    let claims = #"{"sub": "f-1", "email": "kim@example.com"}"#
    let credential = FacebookAuthProvider.credential(withAccessToken: claims)
    try await signInOrLink(credential) { _ in password }
    #expect(auth.currentUser?.uid == uid)
    #expect(auth.currentUser?.providerData.map(\.providerID).sorted() == ["facebook.com", "password"])
  }

  private func signInOrLink(
    _ credential: any AuthCredential, password: (String) async throws -> String
  ) async throws {
    do throws(AuthError) {
      try await auth.signIn(with: credential)
    } catch {
      guard error.code == .accountExistsWithDifferentCredential, let email = error.email,
        let updated = error.updatedCredential
      else { throw error }
      let user = try await auth.signIn(withEmail: email, password: try await password(email)).user
      try await user.link(with: updated)
    }
  }

  @Test func aMailedLinkSignsIn() async throws {
    var settings = ActionCodeSettings(url: URL(string: "http://localhost:8080/finish?cart=1"))
    settings.handleCodeInApp = true
    settings.setIOSBundleID("com.example.app")
    settings.setAndroidPackageName(
      "com.example.app", installIfNotAvailable: false, minimumVersion: "12")
    try await auth.sendSignInLink(toEmail: email, actionCodeSettings: settings)

    let link = try server.signInLink(to: email)
    if auth.isSignIn(withEmailLink: link) {
      let user = try await auth.signIn(withEmail: email, link: link).user
      print(user.isEmailVerified)
    }
    #expect(auth.currentUser?.isEmailVerified == true)

    try server.disable(.enumerationProtection)
    let methods = try await auth.fetchSignInMethods(forEmail: email)
    print(methods.contains(.emailPassword), methods.contains(.emailLink))
    #expect(methods == [.emailLink])
  }

  @Test func aMailedLinkIsLinked() async throws {
    let user = try await auth.signInAnonymously().user
    try await auth.sendSignInLink(
      toEmail: email, actionCodeSettings: ActionCodeSettings(url: URL(string: "http://localhost/")))
    let link = try server.signInLink(to: email)

    let credential = EmailAuthProvider.credential(withEmail: email, link: link)
    try await user.link(with: credential)
    #expect(user.email == email)
  }

  @Test func aNewPasswordIsSet() async throws {
    try await auth.createUser(withEmail: email, password: password)
    try await auth.sendPasswordReset(withEmail: email)
    let link = try server.link(to: email)
    let newPassword = "a longer horse"

    guard let url = ActionCodeURL(link: link), url.operation == .passwordReset else { return }
    let address = try await auth.verifyPasswordResetCode(url.code)
    print("A new password for \(address)")
    try await auth.confirmPasswordReset(withCode: url.code, newPassword: newPassword)
    try await auth.signIn(withEmail: email, password: newPassword)
  }

  @Test func aPhoneIsEnrolledAndSignsIn() async throws {
    let (number, delegate) = ("+16505550123", PastedToken())
    try server.createUser(email: email, isEmailVerified: true, password: password)
    let user = try await auth.signIn(withEmail: email, password: password).user

    let session = try await user.multiFactor.getSession()
    let provider = PhoneAuthProvider.provider(auth: auth)
    let verificationID = try await provider.verifyPhoneNumber(
      number, uiDelegate: delegate, multiFactorSession: session)

    let code = try server.smsCode(to: number)
    let credential = provider.credential(
      withVerificationID: verificationID, verificationCode: code)
    let assertion = PhoneMultiFactorGenerator.assertion(with: credential)
    try await user.multiFactor.enroll(with: assertion, displayName: "Mobile")

    try await auth.signOut()
    try await signIn(Finish(delegate: delegate) { _ in try server.smsCode(to: number) }.finish)
    let back = try #require(auth.currentUser)
    try await unenrollPhones(of: back)
    #expect(back.multiFactor.enrolledFactors.isEmpty)
  }

  private func signIn(_ finish: (MultiFactorResolver) async throws -> AuthDataResult) async throws {
    do {
      try await auth.signIn(withEmail: email, password: password)
    } catch {
      guard let resolver = error.multiFactorResolver else { throw error }
      let result = try await finish(resolver)
      print(result.user.uid)
    }
  }

  private func unenrollPhones(of user: User) async throws {
    for factor in user.multiFactor.enrolledFactors where factor.factorID == .phone {
      try await user.multiFactor.unenroll(with: factor)
    }
  }

  @Test func anAuthenticatorAppIsEnrolledAndSignsIn() async throws {
    let clock = ManualClock()
    let server = try LocalServer(clock: { clock.now })
    let auth = server.auth()
    try server.createUser(email: email, isEmailVerified: true, password: password)
    let user = try await auth.signIn(withEmail: email, password: password).user

    let session = try await user.multiFactor.getSession()
    let secret = try await TOTPMultiFactorGenerator.generateSecret(with: session)
    let url = secret.generateQRCodeURL(withAccountName: user.email ?? user.uid, issuer: "Example")
    print("Scan \(url) or type \(secret.sharedSecretKey())")

    let code = try server.totpCode(secret: secret.sharedSecretKey())
    let assertion = TOTPMultiFactorGenerator.assertionForEnrollment(
      with: secret, oneTimePassword: code)
    try await user.multiFactor.enroll(with: assertion, displayName: "Authenticator")

    try await auth.signOut()
    clock.advance(by: .seconds(30))
    let refused = try await #require(throws: AuthError.self) {
      try await auth.signIn(withEmail: email, password: password)
    }
    let finish = Finish(delegate: nil) { _ in try server.totpCode(secret: secret.sharedSecretKey()) }.finish
    let back = try await finish(try #require(refused.multiFactorResolver)).user
    #expect(back.uid == user.uid)
  }

  private struct UnknownFactor: Error {}

  private struct Finish {
    let delegate: (any AuthUIDelegate)?
    let code: (String) async throws -> String

    func finish(_ resolver: MultiFactorResolver) async throws -> AuthDataResult {
      switch resolver.hints.first {
      case let phone as PhoneMultiFactorInfo:
        let provider = PhoneAuthProvider.provider(auth: resolver.auth)
        let verificationID = try await provider.verifyPhoneNumber(
          with: phone, uiDelegate: delegate, multiFactorSession: resolver.session)
        let credential = provider.credential(
          withVerificationID: verificationID, verificationCode: try await code(phone.phoneNumber))
        return try await resolver.resolveSignIn(
          with: PhoneMultiFactorGenerator.assertion(with: credential))
      case let app as TOTPMultiFactorInfo:
        return try await resolver.resolveSignIn(
          with: TOTPMultiFactorGenerator.assertionForSignIn(
            withEnrollmentID: app.uid, oneTimePassword: try await code(app.displayName ?? "app")))
      default:
        throw UnknownFactor()
      }
    }
  }

  struct PastedToken: AuthUIDelegate {
    func token(for challenge: RecaptchaChallenge) async throws -> String {
      switch challenge.kind {
      case .v2: print("reCAPTCHA v2, key \(challenge.siteKey)")
      case .enterprise: print("Enterprise, key \(challenge.siteKey), action \(challenge.action)")
      }
      guard let token = readLine() else { throw CancellationError() }
      return token
    }
  }

  @Test func errorsAreToldApart() async throws {
    let credential = EmailAuthProvider.credential(withEmail: email, password: password)
    let refused = try await #require(throws: AuthError.self) { try await signIn(with: credential) }
    #expect(refused.code == .userNotFound)
  }

  private func signIn(with credential: any AuthCredential) async throws {
    do {
      try await auth.signIn(with: credential)
    } catch {
      switch error.code {
      case .invalidVerificationCode:
        print("That code is wrong.")
      case .secondFactorRequired:
        guard let resolver = error.multiFactorResolver else { throw error }
        try await finish(resolver)
      case .tooManyRequests, .quotaExceeded:
        print("Try again in \(error.retryAfter ?? .seconds(60)).")
      case .networkError:
        let problem = error.underlyingError as? NetworkProblem
        print(problem?.kind == .timedOut ? "No answer in time." : "\(error)")
      default:
        throw error
      }
    }
  }

  private func finish(_ resolver: MultiFactorResolver) async throws {
    throw UnknownFactor()
  }

  @Test func aCancelledSignInThrows() async throws {
    let credential = EmailAuthProvider.credential(withEmail: email, password: password)
    try server.delay(.signInWithPassword, by: .seconds(600))
    let signIn = Task { try await auth.signIn(with: credential) }
    signIn.cancel()
    let refused = await #expect(throws: AuthError.self) { try await signIn.value }
    #expect(refused?.code == .cancelled)
  }

  // What Testing.md has, whole.
  @Test func signInByPhone() async throws {
    let server = try LocalServer()
    let auth = server.auth()
    let provider = PhoneAuthProvider.provider(auth: auth)
    let verificationID = try await provider.verifyPhoneNumber("+16505550123")
    let code = try server.smsCode(to: "+16505550123")
    let user = try await auth.signIn(
      with: provider.credential(withVerificationID: verificationID, verificationCode: code)
    ).user
    #expect(user.phoneNumber == "+16505550123")
  }

  @Test func timePasses() async throws {
    let clock = ManualClock()
    let server = try LocalServer(clock: { clock.now })
    let auth = server.auth()
    let user = try await auth.signInAnonymously().user
    let token = try await user.getIDToken()
    clock.advance(by: .seconds(3600))
    #expect(try await user.getIDToken() != token)
  }

  @Test func errorsAreRehearsed() async throws {
    try server.fail(.signInWithPassword, with: "TOO_MANY_ATTEMPTS_TRY_LATER")
    let error = await #expect(throws: AuthError.self) {
      try await auth.signIn(withEmail: "kim@example.com", password: "a long horse")
    }
    #expect(error?.code == .tooManyRequests)
  }

  @Test func aSessionIsKeptInAStoreOfOnesOwn() async throws {
    let vault = Vault()
    let uid = try await server.auth(persistence: VaultPersistence(vault: vault)).signInAnonymously().user.uid
    #expect(try server.auth(persistence: VaultPersistence(vault: vault)).currentUser?.uid == uid)
  }

  struct VaultPersistence: UserPersistence {
    let vault: Vault

    func load() throws -> Data? { try vault.read("session") }
    func save(_ session: Data) throws { try vault.write(session, to: "session") }
    func delete() throws { try vault.remove("session") }
  }

  struct Vault {
    private let kept = InMemoryPersistence()

    func read(_ name: String) throws -> Data? { kept.load() }
    func write(_ data: Data, to name: String) throws { kept.save(data) }
    func remove(_ name: String) throws { kept.delete() }
  }
}

/// What needs a project, a device or a person: it compiles.
extension GuideSampleTests {
  private func program() async throws {
    let auth = Auth(apiKey: "AIza…", projectID: "my-project")
    let user = try await auth.signIn(withEmail: "kim@example.com", password: "a long horse").user
    print(user.uid, try await user.getIDToken())
  }

  private func clients() throws {
    do {
      let auth = Auth(apiKey: "AIza…", projectID: "my-project")
      _ = auth
    }
    do {
      let auth = Auth(apiKey: "any", projectID: "demo-test")
      auth.useEmulator(withHost: "127.0.0.1", port: 9099)
    }
    do {
      let auth = try Auth(
        AuthOptions(apiKey: "AIza…", projectID: "my-project"),
        persistence: FileUserPersistence(path: "/var/lib/robot/session.json"))
      if let user = auth.currentUser {
        print("still signed in: \(user.uid)")
      }
    }
    let (options, persistence) = (AuthOptions(apiKey: "any", projectID: "demo-test"), InMemoryPersistence())
    do {
      let auth = try Auth(options, persistence: persistence)
      auth.useEmulator(withHost: "127.0.0.1", port: 9099)
      print(auth.currentUser?.uid ?? "nobody")
    }
  }

  private func listeners() async {
    for await user in auth.authStateChanges {
      print(user.map { "signed in: \($0.uid)" } ?? "signed out")
    }
  }

  private struct Browser {
    func open(_ page: URL) async throws {}
  }

  private func hostedRecaptcha(in browser: Browser) -> any AuthUIDelegate {
    var options = AuthOptions(apiKey: "AIza…", projectID: "my-project")
    options.googleAppID = "1:1234567890:ios:321abc456def7890"
    options.bundleID = "com.example.app"
    let auth = Auth(options)
    let delegate = HostedRecaptcha(auth: auth) { page in try await browser.open(page) }
    return delegate
  }

  private func loopback(_ auth: Auth, number: String) async throws {
    do {
      let provider = OAuthProvider(providerID: "google.com", auth: auth)
      let browser = try LoopbackOAuth(program: "Example", providerID: "google.com") { page in
        print("Open this address to sign in: \(page)")
      }
      let result = try await auth.signIn(with: provider, uiDelegate: browser)
      print(result.user.uid, result.additionalUserInfo.isNewUser)
    }
    do {
      let recaptcha = LoopbackRecaptcha(auth: auth, program: "Example") { page in
        print("Open this address before the SMS is sent: \(page)")
      }
      let id = try await PhoneAuthProvider.provider(auth: auth)
        .verifyPhoneNumber(number, uiDelegate: recaptcha)
      _ = id

      auth.uiDelegate = recaptcha
      try await auth.signIn(withEmail: email, password: password)
    }
  }

  private func device() async throws {
    let client = OwnOAuthClient(providerID: "github.com", clientID: "Iv1.0123456789abcdef")
    let credential = try await client.credential { code in
      print("Open \(code.verificationURL) and type the code \(code.userCode)")
    }
    try await auth.signIn(with: credential)
  }

  private func tokens(idToken: String, rawNonce: String) async throws {
    let credential = OAuthProvider.credential(
      withProviderID: "oidc.corp", idToken: idToken, rawNonce: rawNonce)
    try await auth.signIn(with: credential)
  }

  private func testMode() {
    auth.settings.isAppVerificationDisabledForTesting = true
  }

  func application(openedWith url: URL) -> Bool {
    auth.canHandle(url)
  }

  func application(registeredWith deviceToken: Data) {
    auth.setAPNSToken(deviceToken, type: .prod)
  }

  func application(received notification: [AnyHashable: Any]) -> Bool {
    auth.canHandleNotification(notification)
  }
}
