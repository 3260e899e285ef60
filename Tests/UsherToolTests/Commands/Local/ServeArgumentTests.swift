import Essentials
import HTTPListener
import IdentityToolkit
import LibC
import TestSupport
import Testing

/// What `serve` refuses before it listens, and what it prints without listening.
struct ServeArgumentTests {
  let tool = ToolHarness()

  static let refusals: [(words: [String], message: String, hint: String)] = [
    (
      ["--policy-set", "x"], "--policy-set needs NAME=VALUE", "see the settings:  usher serve --print-policy"
    ),
    (
      ["--policy-set", "x=1"], "the policy has no setting 'x'",
      "see the settings:  usher serve --print-policy"
    ),
    (
      ["--policy-set", "back-off=1y"], "'1y' is not valid for back-off",
      "It must be a duration from 0s to 1d."
    ),
    (
      ["--policy-set", "tries-per-code=0"], "'0' is not valid for tries-per-code",
      "It must be a number from 1 to 100."
    ),
    (
      ["--policy-set", "unsigned-tokens=yes"], "'yes' is not valid for unsigned-tokens",
      "It must be true or false."
    ),
    (
      ["--functions", "5001"], "'5001' is not valid for --functions", "Write it as in 127.0.0.1:5001."
    ),
    (
      ["--events-url", "x"], "'x' is not valid for --events-url", "Write it as in https://example.com/events."
    ),
    (
      ["--policy", "lax"], "'lax' is not valid for --policy: it must be emulator or strict",
      "see the options:  usher serve --help"
    ),
    (
      ["--host", "0.0.0.0"],
      "0.0.0.0 can be reached from other machines, and the owner's token would be 'owner'",
      "Set another token with --owner-token-file, trust a private network with --trust-network, or listen on 127.0.0.1."
    ),
    (
      ["--host", "::"], ":: can be reached from other machines, and the owner's token would be 'owner'",
      "Set another token with --owner-token-file, trust a private network with --trust-network, or listen on 127.0.0.1."
    ),
    (
      ["--host", "203.0.113.7", "--trust-network"],
      "203.0.113.7 is not a private address: --trust-network would give the owner's rights to the internet",
      "Listen on a private address, or use --owner-token-file instead."
    ),
    (
      ["--trust-proxy", "10.0.0.1"],
      "a proxy lets other machines reach the server, and the owner's token would be 'owner'",
      "Set another token with --owner-token-file, or trust a private network with --trust-network."
    ),
    (
      ["--trust-proxy", "128.0.0.0/1", "--trust-network"],
      "--trust-proxy would let half of the internet, or more, claim any address",
      "Name the proxy's own address."
    ),
    (
      ["--trust-proxy", "nginx"],
      "'nginx' is not valid for --trust-proxy: it must be an IP address, or a range of them such as 10.0.0.0/8",
      "see the options:  usher serve --help"
    ),
    (["--port", "65536"], "--port needs a number up to 65535", "see the options:  usher serve --help"),
    (["--port", "-1"], "--port needs a number up to 65535", "see the options:  usher serve --help"),
    (
      ["--port", "http"], "'http' is not valid for --port: it must be a whole number",
      "see the options:  usher serve --help"
    ),
    (["--data", ""], "--data needs a file's name", "see the options:  usher serve --help"),
    (["--tls-cert", "a"], "--tls-cert and --tls-key go together", "see the options:  usher serve --help"),
    (["--tls-key", "a"], "--tls-cert and --tls-key go together", "see the options:  usher serve --help"),
    (["-p", "9377"], "serve does not use profiles", "Set the port with --port 9377."),
    (["npm", "test"], "unexpected argument 'npm'", "Put -- before COMMAND."),
  ]

  @Test(arguments: refusals)
  func whatWillNotDoIsExplained(_ words: [String], _ message: String, _ hint: String) {
    #expect(
      tool.run(["serve"] + words)
        == .init(
          64,
          errors: """
            error: \(message)
            usage: usher serve [options] [-- COMMAND...]
              \(hint)

            """))
  }

  @Test(arguments: [true, false])
  func theEmbeddedServersDataIsItsOwn(_ isThere: Bool) {
    let tool = ToolHarness(isFirstRun: !isThere)
    #expect(
      tool.run("serve", "--port", "0", "--data", tool.configFolder + "/../config/local.db", "--", "true")
        == .init(
          64,
          errors: """
            error: this file holds the data of the local server inside usher
            usage: usher serve [options] [-- COMMAND...]
              Name another file.

            """))
  }

  @Test(arguments: ["a", "a/b", "./a/../b"])
  func aFileInAFolderThatIsNotThereYetIsNot(_ folder: String) {
    let tool = ToolHarness(isFirstRun: true)
    let path = "\(tool.folder.path)/\(folder)/auth.db"
    #expect(tool.run("serve", "--port", "0", "--data", path, "--", "true").status == 0)
  }

  @Test(arguments: [["--port", "65536"], ["--host", "0.0.0.0"], ["--policy-set", "x"]])
  func nothingIsMadeBeforeAllIsRight(_ words: [String]) {
    tool.run(["serve", "--data", tool.folder.path + "/auth.db"] + words)
    #expect(tool.folder.names() == ["config"])
  }

  static let exposures: [(mode_t, String?)] = [
    (0o600, nil), (0o400, nil), (0o640, "others may read it"), (0o604, "others may read it"),
    (0o620, "others may change it"), (0o602, "others may change it"),
  ]

  @Test(arguments: exposures, [true, false])
  func aSecretOfOnesOwnThatOthersGetAtIsRefused(_ exposure: (mode: mode_t, reason: String?), _ isKey: Bool) {
    let file = tool.folder.path(of: "secret")
    tool.folder.write("0123456789abcdef\n", to: "secret", mode: 0o600)
    chmod(file, exposure.mode)
    let words = isKey ? ["--tls-cert", file, "--tls-key", file] : ["--owner-token-file", file]
    let outcome = tool.run(["serve", "--port", "0"] + words + ["--", "true"])
    let fault = exposure.reason.map {
      "\(file) contains \(isKey ? "the key" : "the owner's token"), and \($0)"
    }
    if geteuid() != 0, let fault {
      #expect(
        outcome == .init(77, errors: "error: \(fault)\n  make it yours alone:  chmod 600 \(file)\n"))
    } else {
      // Root's own may be what a container was given.
      #expect(outcome.status == (isKey ? 65 : 0))
      #expect(outcome.errors.hasPrefix(fault.map { "warning: \($0)\n  make it yours alone:" } ?? ""))
      // With a long path, the command has a line of its own.
      #expect(outcome.errors.contains("  chmod 600 \(file)\n") == (fault != nil))
    }
  }

  /// It shows them as readable by a group.
  @Test func systemdsCredentialsAreAsItMakesThem() {
    let file = tool.folder.path(of: "owner")
    tool.folder.write("0123456789abcdef\n", to: "owner", mode: 0o600)
    chmod(file, 0o440)
    tool.environment["CREDENTIALS_DIRECTORY"] = tool.folder.path
    let outcome = tool.run("serve", "--port", "0", "--owner-token-file", file, "--", "true")
    #expect(outcome.status == 0)
    #expect(!outcome.errors.contains("chmod"), "\(outcome)")
  }

  @Test func addressesThatAPhoneCanReachAreSaid() {
    let port = freePort()
    tool.networkAddresses = ["0.0.0.0": ["192.168.1.20", "198.51.100.7", "10.0.0.3"], "::": ["fd00::20"]]
    func said(_ words: String...) -> [String] {
      let lines = tool.run(["serve", "--port", "\(port)"] + words + ["--", "true"]).errors
        .split(separator: "\n").map(String.init)
      let end = lines.drop { $0 != "Other machines in your network, such as a phone, use this address:" }
      return Array(end.dropFirst().prefix { $0.hasPrefix("  http://") })
    }
    // Who comes by the public address is refused.
    #expect(
      said("--host", "0.0.0.0", "--trust-network") == [
        "  http://192.168.1.20:\(port)", "  http://10.0.0.3:\(port)",
      ])
    #expect(said("--host", "127.0.0.1") == [])
  }

  @Test func aWideRangeOfProxiesIsAWarning() {
    let outcome = tool.run(
      "serve", "--port", "0", "--trust-network", "--trust-proxy", "10.0.0.0/7", "--", "true")
    #expect(outcome.status == 0)
    #expect(
      outcome.errors.hasPrefix(
        "warning: --trust-proxy: the range is wider than one owner's network, and usher believes every machine in it\n"
      ),
      "\(outcome)")
  }

  @Test(arguments: [("short", Int32(65)), ("", 65), ("with a space in it", 65)])
  func anOwnersTokenIsLongAndPlain(_ token: String, _ status: Int32) {
    tool.folder.write(token + "\n", to: "owner")
    #expect(
      tool.run("serve", "--port", "0", "--owner-token-file", tool.folder.path + "/owner", "--", "true").status
        == status)
  }

  @Test(arguments: ["USHER_PROJECT", "USHER_OWNER_TOKEN"])
  func anEmptyVariableIsRefusedHereToo(_ name: String) {
    tool.environment[name] = ""
    #expect(
      tool.run("serve", "--port", "0", "--", "true")
        == .init(
          78, errors: "error: \(name) is set but empty\n  Give it a value.\n  or unset it:  unset \(name)\n"))
  }

  @Test func aProjectsOwnSettingsArePrintedBelow() {
    let outcome = tool.run(
      "serve", "--print-policy", "--policy-set", "demo-b/unsigned-tokens=false", "--policy-set",
      "demo-b/code-lifetime=1m")
    #expect(
      outcome.lines.suffix(2) == [
        "demo-b/unsigned-tokens=false    recorded    ID tokens have no signature, as in Firebase's emulator; the admin SDK for Node needs that",
        "demo-b/code-lifetime=1m         ours        lifetime of an SMS code",
      ])
  }

  @Test(arguments: [
    ("demo-b/password-queue=1", "all projects of a server share the setting password-queue"),
    ("Demo/code-lifetime=1m", "'Demo' is not a project ID"),
    ("demo-b/nonsense=1", "the policy has no setting 'nonsense'"),
    ("app-links=true", "the policy no longer has the setting 'app-links'"),
    ("demo-b/code-lifetime=soon", "'soon' is not valid for code-lifetime"),
  ])
  func aProjectsSettingThatCannotBeIsRefused(_ setting: String, _ message: String) {
    let outcome = tool.run("serve", "--policy-set", setting)
    #expect(outcome.status == 64)
    #expect(outcome.errors.hasPrefix("error: \(message)\n"), "\(outcome.errors)")
  }

  @Test func thePolicyIsPrintedWithTheSourceOfEachSetting() {
    let policy = """
      id-token-lifetime=1h            documented  lifetime of an ID token
      unsigned-tokens=true            recorded    ID tokens have no signature, as in Firebase's emulator; the \
      admin SDK for Node needs that
      code-lifetime=10m               ours        lifetime of an SMS code
      tries-per-code=5                ours        wrong tries for an SMS code
      failures-per-back-off=5         ours        wrong codes in a row until a number or an \
      authenticator app has to wait
      back-off=30s                    ours        first wait after wrong tries; each next wait is twice as long
      test-numbers-per-project=10     documented  fictional numbers besides the built-in one
      app-verification=false          documented  an SMS needs a receipt from a push or a reCAPTCHA token; recaptchaConfig is enforced
      app-check=off                   ours        App Check tokens of calls: off ignores them, unenforced \
      reports and enforced refuses a wrong one
      recent-sign-in-required=false   documented  sensitive changes need a recent sign-in: deletion, address, \
      password, second factors
      recent-sign-in-window=5m        documented  how old a recent sign-in may be
      sign-in-link-lifetime=6h        ours        lifetime of a sign-in link
      reset-link-lifetime=1h          recorded    lifetime of a link that resets a password
      verify-link-lifetime=3d         ours        lifetime of a link that verifies or changes an address
      recover-link-lifetime=7d        ours        lifetime of a link that restores an address or removes a new \
      second factor
      domains-checked=false           documented  links lead only to the project's authorized domains
      enumeration-protection=false    documented  answers do not tell whether an address has an account, unless \
      the project allows it; if service-answers=true, a tenant needs its own setting
      sign-in-mails-per-day=0         documented  sign-in links that a project sends each day; 0 means no limit
      reset-mails-per-day=0           documented  password reset links that a project sends each day; 0 means no \
      limit
      verify-mails-per-day=0          documented  verification links that a project sends each day; 0 means no \
      limit
      sms-everywhere=true             ours        without smsRegionConfig, SMS go to every region, so a first \
      test works; a new project of Google's sends none
      sms-per-day=0                   documented  SMS that a project sends each day; 0 means no limit, Google's \
      limit is 3000
      sms-per-minute=0                documented  SMS that a project sends each minute; 0 means no limit, \
      Google's limit is 1000
      sms-per-address-minute=0        documented  SMS that one IP address (IPv6: a /64 network) requests each \
      minute; 0 means no limit, because tests share an address; Google's limit is 50
      sms-per-address-hour=0          documented  SMS that one IP address (IPv6: a /64 network) requests each \
      hour; 0 means no limit, because tests share an address; Google's limit is 500
      sms-per-number-hour=0           ours        SMS to one number each hour; 0 means no limit, because tests \
      use a number again and again
      idp-tokens=any                  recorded    identities from providers: checked accepts only the \
      server's own pages and verified tokens
      saml-unsolicited=true           ours        a saml provider's responses are accepted if no app asked for \
      them; if false, only those of the server's own page
      providers-by-themselves=true    ours        every identity provider is on without configuration, so a first \
      sign-in needs none; Google's service needs one for each
      custom-token-signatures=false   documented  custom tokens need a known signer and an expiry
      service-answers=false           recorded    answers are those of Google's service; if false, those of \
      Firebase's emulator
      sessions-end-at-once=false      ours        a change that ends sessions also ends those of the same second; \
      ID tokens count in whole seconds
      any-api-key=true                ours        every API key is accepted, as in the emulator; if false, only \
      the project's client.apiKey
      other-projects=served           ours        requests for other projects than the server's own: refused is \
      singleProjectMode in Firebase's emulator
      new-project=ready               ours        projects that nobody initialized: ready does everything; \
      uninitialized waits for initializeAuth, as Google's do; unbilled cannot have it
      password-hashing=fast           ours        how new passwords are stored: scrypt; fast (one pass of \
      SHA-256); emulator (readable, for the emulator's UI)
      scrypt-cost-exponent=14         ours        scrypt's cost N is two to this power
      password-queue=1024             ours        how many passwords may wait for a free core; the default is \
      half of the connections
      passwords-per-back-off=10       ours        wrong passwords in a row until an address has to wait
      second-factor-window=10m        recorded    how long after the first factor an SMS code is accepted
      totp-window=5m                  recorded    how long after the first factor an authenticator app's code is \
      accepted
      totp-code-length=6              recorded    digits in the codes of a new authenticator app
      second-factors-per-account=5    documented  second factors per account, at most one of them an \
      authenticator app
      passkeys-by-themselves=true     ours        without passkeyConfig, passkeys are for localhost and \
      loopback pages; if false, they are off, as in a new project of Google's
      passkey-verification=true       documented  answers of authenticators are verified; if false, any \
      credential ID is accepted, as in Firebase's emulator
      user-verification=required      ours        whether the authenticator of a passkey verifies its \
      user, with a PIN or a fingerprint; preferred also suits pages that offer passkeys in form fields
      passkey-second-factor=false     ours        a second factor is required after a passkey, too; if \
      false, only after one that did not verify its user
      outbox-size=100                 ours        messages that the outbox keeps
      function-timeout=1m             documented  how long a blocking function may take
      functions-anywhere=false        ours        blocking functions may be on the internet, not only on this \
      machine or in a private network
      events-kept=10000               ours        events to functions that the server keeps, sent or not

      """
    #expect(tool.run("serve", "--print-policy") == .init(0, output: policy))
    // Strict is as production does, in every switch but these.
    let strict = policy.replacing("=false ", with: "=true  ")
      .replacing("unsigned-tokens=true ", with: "unsigned-tokens=false")
      .replacing("saml-unsolicited=true ", with: "saml-unsolicited=false")
      .replacing("functions-anywhere=true  ", with: "functions-anywhere=false ")
      .replacing("passkey-second-factor=true  ", with: "passkey-second-factor=false ")
      .replacing("function-timeout=1m", with: "function-timeout=7s")
      .replacing("idp-tokens=any    ", with: "idp-tokens=checked")
      .replacing("password-hashing=fast  ", with: "password-hashing=scrypt")
    #expect(tool.run("serve", "--print-policy", "--policy", "strict").output == strict)
    #expect(
      tool.run(
        "serve", "--print-policy", "--policy-set", "unsigned-tokens=false", "--policy-set", "back-off=90",
        "--policy-set",
        "code-lifetime=2m"
      ).output
        == policy.replacing("tokens=true ", with: "tokens=false").replacing("off=30s", with: "off=90s")
        .replacing("code-lifetime=10m", with: "code-lifetime=2m "))
    let settings = tool.run("serve", "--print-policy", "--json").json?["settings"]?.array
    #expect(settings?.count == 51)
    #expect(
      settings?.first == json(#"{"name":"id-token-lifetime","value":"1h","source":"documented"}"#))
  }

  @Test func aProgramRunsAgainstTheServerAndItsStatusIsOurs() {
    tool.environment["PATH"] = "/usr/bin:/bin"
    tool.environment["USHER_ID_TOKEN"] = "secret"
    let script = """
      [ "$FIREBASE_AUTH_EMULATOR_HOST" ] && [ "$GCLOUD_PROJECT$USHER_PROJECT" = demo-xdemo-x ] && [ ! "$USHER_ID_TOKEN" ] \
      && [ "$FIREBASE_CONFIG" = '{"projectId":"demo-x"}' ] && exit 7
      """
    #expect(
      tool.run("serve", "--port", "0", "--project", "demo-x", "--quiet", "--", "sh", "-c", script).status == 7
    )
    #expect(tool.run("serve", "--port", "0", "--", "/nowhere/program").status == 127)
    #expect(tool.run("serve", "--port", "0", "--", "/tmp").status == 126)
  }
}
