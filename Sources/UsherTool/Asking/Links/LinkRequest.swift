import AuthClient
import CommandKit
import Essentials
import Flows
import HTTP
import IdentityToolkit
import TerminalIO

/// A mail with a link that is to be sent: to whom, for what, and where it leads.
struct LinkRequest {
  let asker: CommandAsker
  let purpose: EmailPurpose
  var options = LinkOptions()

  private var person: Person { asker.person }
  private var service: Service { asker.service }
  private var flow: FlowSession { asker.flow }

  /// The address that was typed, that waits for a link where another is asked for, or the account's own.
  /// - Throws: `Diagnosis` for an account without the address that the purpose needs, or of which no link to another
  ///   address could be used.
  func address(typed: String?, resend: Bool) throws -> EmailAddress {
    let state = try flow.state.read()
    let session = try flow.current()
    let own = session?.account.email
    if purpose.needsSession, session == nil { throw try NotSignedIn(flow) }
    if purpose.needsToken, own == nil {
      throw Diagnosis(
        "auth/missing-email", .account,
        purpose == .verifyEmail
          ? "the account has no address to verify" : "the account has no address to change",
        hint: Hint("link one", template: ["usher", "send-link", "EMAIL", "--link"]))
    }
    if purpose == .credential(.link) {
      try AccountUse(flow).refuse(with: hasAddress(own, typed)) { !$0.providers.contains("password") }
    }
    if purpose == .credential(.reauthenticate), typed == nil {
      try AccountUse(flow).refuseUnlinked("password")
    }
    try service.place.sayWhichServer(to: person)
    if let typed, purpose == .verifyEmail {
      let address = try EmailAddress.read(typed)
      guard own?.hasBytes(ofAnyCase: address.text) == true else {
        throw UsageError.misuse("verify-email verifies the account's own address", hint: "leave EMAIL out")
      }
      return address
    }
    var known =
      typed ?? (resend ? state.pending(of: flow.key, .email(purpose)).last?.sentLink?.recipient : nil)
    if purpose == .verifyEmail || purpose == .credential(.reauthenticate) { known = known ?? own }
    let address = try EmailAddress.read(known, from: person)
    if purpose == .credential(.reauthenticate) {
      try AccountUse(flow).refuse(with: AuthFailure.userMismatch) {
        $0.email?.hasBytes(ofAnyCase: address.text) == true
      }
    }
    return address
  }

  /// An account has one address, and `own` is linked already.
  private func hasAddress(_ own: String?, _ typed: String?) -> Diagnosis {
    var diagnosis = Diagnosis(AuthFailure.providerAlreadyLinked("password"), now: service.world.now())
    if let typed, own?.hasBytes(ofAnyCase: typed) == false {
      diagnosis.hint = Hint(
        "change the address", ["usher", "send-link", typed, "--purpose", "change-email"] + flow.key.option)
    }
    return diagnosis
  }

  /// The mail, leading to `page`, to what the options say, or to the project's own root.
  /// - Parameter linkAuthority: Where the embedded server's link leads: a page that is open for it.
  func mail(
    to address: EmailAddress, leadingTo page: String? = nil, linkAuthority: String? = nil
  ) throws -> MailedLink {
    var settings = try settings(leadingTo: page)
    if linkAuthority != nil { settings?.linkDomain = nil }
    return MailedLink(
      for: purpose, to: address, settings: settings, leadsToPage: page != nil, linkAuthority: linkAuthority,
      in: flow.key)
  }

  /// Sends it, or finds that it was sent a moment ago.
  func send(_ mail: MailedLink, resend: Bool = false) throws -> Sending<SentLink> {
    do {
      return try Sender(flow).send(mail, resend: resend)
    } catch AuthFailure.refused(let refusal) where refusal.code == .unauthorizedDomain {
      var diagnosis = Diagnosis(refusal)
      // Only the project of a tenant has domains.
      let isTenant = try service.place.destination().tenant != nil
      diagnosis.page = isTenant ? .settings : .authorizedDomains(mail.settings?.address.flatMap(Self.host))
      throw diagnosis
    }
  }

  private static func host(of url: String) -> String? {
    guard let start = url.firstRange(of: "://")?.upperBound else { return nil }
    return Origin("http://" + url[start...].prefix { !"/?#".contains($0) })?.host
  }

  private func settings(leadingTo page: String?) throws -> ActionCodeSettings? {
    guard purpose.isCredential || options.isGiven || page != nil else { return nil }
    if page != nil, options.continueURL != nil {
      throw UsageError.misuse("--wait serves the continue URL itself, so --continue-url does not go with it")
    }
    let url = try page ?? options.continueURL ?? service.defaultContinueURL()
    guard case .credential(let purpose) = purpose, purpose.needsCurrentUser,
      let uid = try flow.current()?.uid
    else { return try options.settings(leadingTo: url) }
    return try options.settings(leadingTo: LinkState(purpose: purpose, uid: uid).added(to: url))
  }
}

extension Service {
  /// Where a link leads when nobody said: the root of the project's auth domain.
  func defaultContinueURL() throws -> String {
    let domains = try auth().authorizedDomains()
    let hosted =
      domains.first { $0.hasSuffix(".firebaseapp.com") } ?? domains.first { $0.hasSuffix(".web.app") }
    if let hosted { return "https://\(hosted)/" }
    guard let domain = domains.first else {
      throw Diagnosis(
        "auth/missing-continue-uri", .usage, "the project has no authorized domain that the link can lead to",
        hint: "name a page with --continue-url", retry: .newInput)
    }
    return ["localhost", "127.0.0.1"].contains(domain) ? "http://\(domain)/" : "https://\(domain)/"
  }
}

extension Service {
  /// No mail arrives from the embedded server: the lines that show the link to a person at a terminal.
  /// - Parameter isOpened: Whether a page on this machine waits for the link, which leads nowhere otherwise.
  func whereMailIs(
    for email: EmailAddress, to person: Person, isOpened: Bool = false
  ) throws -> [Text] {
    guard person.isInteractive else { return [] }
    let destination = try destination()
    if case .emulator(let address) = destination.endpoint,
      (try? backend().call(ServerStatus.self, .init()))?.usher != nil
    {
      return [
        "The mail is in the server's inbox:",
        Text(verbatim: "  \(address)/inbox?project=\(FormEncoding.encode(destination.project))"),
      ]
    }
    guard destination.isEmbedded,
      let link = try? localServer().messages(to: email.text).last?.link
    else { return [] }
    let advice: Text =
      isOpened
      ? "(local server, no mail arrives: this is the link)"
      : "(local server, no mail arrives: do not open this link, paste it)"
    return [advice, Text(verbatim: "  " + link)]
  }

  /// Says so at once.
  func sayWhereMailIs(for email: EmailAddress, to person: Person, isOpened: Bool = false) throws {
    for line in try whereMailIs(for: email, to: person, isOpened: isOpened) { person.say(line) }
  }
}

/// Where a link leads and which apps may open it, as options.
struct LinkOptions: ArgumentSet {
  static let heading: Text? = "Where the link leads"

  var continueURL: String?
  var linkDomain: String?
  var iOSBundleID: String?
  var androidPackage: String?
  var androidMinimumVersion: String?
  var androidInstall = false

  static let arguments: [Argument<Self>] = [
    .option(
      \.continueURL, "continue-url", value: "URL",
      help: "The URL to open after the link; by default the root of an authorized domain."),
    .option(
      \.linkDomain, "link-domain", value: "DOMAIN",
      help: "Use this Hosting domain of the project in the link."),
    .option(\.iOSBundleID, "ios-bundle-id", value: "ID", help: "Let this iOS app open the link."),
    .option(\.androidPackage, "android-package", value: "NAME", help: "Let this Android app open the link."),
    .option(
      \.androidMinimumVersion, "android-minimum-version", value: "VERSION",
      help: "Require at least this version of the Android app."),
    .flag(
      \.androidInstall, "android-install-if-not-available",
      help: "Offer to install the Android app if it is missing."),
  ]

  var isGiven: Bool {
    continueURL != nil || linkDomain != nil || iOSBundleID != nil || androidPackage != nil
      || androidMinimumVersion != nil || androidInstall
  }

  func settings(leadingTo url: String) throws(Diagnosis) -> ActionCodeSettings {
    try check()
    var settings = ActionCodeSettings(address: url)
    settings.linkDomain = linkDomain
    settings.iOSBundleID = iOSBundleID
    if let androidPackage {
      settings.setAndroidPackageName(
        androidPackage, installIfNotAvailable: androidInstall, minimumVersion: androidMinimumVersion)
    }
    return settings
  }

  /// Refuses what no link could be made of, before anything is sent.
  private func check() throws(Diagnosis) {
    if androidPackage == nil, androidInstall || androidMinimumVersion != nil {
      let option = androidInstall ? "--android-install-if-not-available" : "--android-minimum-version"
      throw Diagnosis(
        .usage, "\(option) needs an Android app", hint: "name it with --android-package",
        retry: .newInput)
    }
    if let linkDomain, Origin("https://" + linkDomain)?.host != linkDomain.asciiLowercased() {
      throw Self.malformed(
        "the link domain is not valid", hint: "use a Hosting domain of the project, as in go.example.com")
    }
    if let iOSBundleID, !AppIdentifier.isBundleID(iOSBundleID) {
      throw Self.malformed("the iOS bundle id is not valid", hint: "write it as in com.example.app")
    }
    if let androidPackage, !AppIdentifier.isAndroidPackage(androidPackage) {
      throw Self.malformed("the Android package is not valid", hint: "write it as in com.example.app")
    }
  }

  private static func malformed(_ message: Text, hint: Hint) -> Diagnosis {
    Diagnosis("auth/argument-error", .data, message, hint: hint)
  }
}
