import IdentityToolkit
import LibC
import TestSupport
import Testing

/// What `serve` refuses before it listens, and what it prints without listening.
struct ServeArgumentTests {
  let tool = ToolHarness()

  static let refusals: [(words: [String], message: String, hint: String)] = [
    (["--policy-set", "x"], "--policy-set needs NAME=VALUE", "see: usher serve --print-policy"),
    (["--policy-set", "x=1"], "the policy has no setting 'x'", "see: usher serve --print-policy"),
    (
      ["--policy-set", "back-off=1y"], "'1y' will not do for back-off", "it must be a duration from 0s to 1d"
    ),
    (
      ["--policy-set", "tries-per-code=0"], "'0' will not do for tries-per-code",
      "it must be a number from 1 to 100"
    ),
    (
      ["--policy-set", "unsigned-tokens=yes"], "'yes' will not do for unsigned-tokens",
      "it must be true or false"
    ),
    (
      ["--policy", "lax"], "'lax' will not do for --policy: it must be emulator or strict",
      "see usher serve --help"
    ),
    (
      ["--host", "0.0.0.0"],
      "0.0.0.0 is reachable from elsewhere, and the owner's token would be 'owner'",
      "give another with --owner-token-file, trust a private network with --trust-network, or listen on 127.0.0.1"
    ),
    (
      ["--host", "::"], ":: is reachable from elsewhere, and the owner's token would be 'owner'",
      "give another with --owner-token-file, trust a private network with --trust-network, or listen on 127.0.0.1"
    ),
    (
      ["--host", "203.0.113.7", "--trust-network"],
      "203.0.113.7 is no private address, and --trust-network would give the owner's rights to the internet",
      "listen on a private address, or use --owner-token-file instead"
    ),
    (
      ["--trust-proxy", "10.0.0.1"],
      "a proxy makes it reachable from elsewhere, and the owner's token would be 'owner'",
      "give another with --owner-token-file, or trust a private network with --trust-network"
    ),
    (
      ["--trust-proxy", "128.0.0.0/1", "--trust-network"],
      "--trust-proxy would let half of the internet, or more, say whose a request is",
      "name the proxy's own address"
    ),
    (
      ["--trust-proxy", "nginx"],
      "'nginx' will not do for --trust-proxy: it must be an IP address, or a range of them such as 10.0.0.0/8",
      "see usher serve --help"
    ),
    (["--port", "65536"], "--port needs a number up to 65535", "see usher serve --help"),
    (["--port", "-1"], "--port needs a number up to 65535", "see usher serve --help"),
    (
      ["--port", "http"], "'http' will not do for --port: it must be a whole number", "see usher serve --help"
    ),
    (["--data", ""], "--data needs a file's name", "see usher serve --help"),
    (["--tls-cert", "a"], "--tls-cert and --tls-key go together", "see usher serve --help"),
    (["--tls-key", "a"], "--tls-cert and --tls-key go together", "see usher serve --help"),
    (["-p", "9377"], "a server goes by no profile, so -p says nothing to serve", "the port is --port 9377"),
    (["npm", "test"], "unexpected argument 'npm'", "put -- before COMMAND"),
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
            hint: \(hint)

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
            error: that is the embedded server's own data
            usage: usher serve [options] [-- COMMAND...]
            hint: give serve a file of its own

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
    let fault = exposure.reason.map { "\(file) holds \(isKey ? "the key" : "the owner's token"), and \($0)" }
    if geteuid() != 0, let fault {
      #expect(
        outcome == .init(77, errors: "error: \(fault)\nhint: make it yours alone: chmod 600 \(file)\n"))
    } else {
      // Root's own may be what a container was given.
      #expect(outcome.status == (isKey ? 65 : 0))
      let warning = fault.map { "warning: \($0): chmod 600 would end that\n" }
      #expect(outcome.errors.hasPrefix(warning ?? "") && outcome.errors.contains("chmod") == (fault != nil))
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

  @Test func aWideRangeOfProxiesIsAWarning() {
    let outcome = tool.run(
      "serve", "--port", "0", "--trust-network", "--trust-proxy", "10.0.0.0/7", "--", "true")
    #expect(outcome.status == 0)
    #expect(
      outcome.errors.hasPrefix(
        "warning: --trust-proxy: the range is wider than one owner's network, and everybody in it is believed\n"
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
        == .init(78, errors: "error: \(name) is set but empty\nhint: give it a value, or unset it\n"))
  }

  @Test func thePolicyIsPrintedWithTheSourceOfEachSetting() {
    let policy = """
      id-token-lifetime=1h            documented  life of an ID token
      id-token-grace=5m               recorded    how long the server itself accepts an expired ID token
      clock-skew=1m                   ours        how far in the future a stored time may be; later is expired
      unsigned-tokens=true            recorded    ID tokens without signature, as Firebase's emulator \
      writes them and its admin SDK for Node needs them
      code-lifetime=10m               ours        life of an SMS code
      expired-code-memory=1d          ours        how long a code or link is called expired before it is \
      unknown
      tries-per-code=5                ours        wrong tries that an SMS code allows
      failures-per-number=100         ours        wrong codes in a row that lock a number (NIST SP 800-63B)
      failures-per-back-off=5         ours        wrong codes in a row after which a number has to wait
      back-off=30s                    ours        the first wait after wrong tries; each later one is twice \
      as long
      back-off-limit=1h               ours        the longest such wait
      test-numbers-per-project=10     documented  fictional numbers besides the built-in one
      app-verification=false          documented  an SMS needs a receipt of a push or a reCAPTCHA token
      app-receipt-lifetime=1d         ours        how long the receipt of a push verifies its app
      push-timeout=5s                 ours        how long apps are told to wait for a push
      recaptcha-token-lifetime=2m     documented  life of a reCAPTCHA token
      recent-sign-in-required=false   documented  deletion, a new address, password or second factor, and the removal of \
      one need a recent sign-in
      recent-sign-in-window=5m        documented  how recent that is
      sign-in-link-lifetime=6h        ours        life of a mailed sign-in link
      reset-link-lifetime=1h          recorded    life of a mailed link that sets a new password
      verify-link-lifetime=3d         ours        life of a mailed link that verifies an address, new or not
      recover-link-lifetime=7d        ours        life of a mailed link that goes back to an earlier address, or to fewer \
      second factors
      links-retire-older=false        recorded    a mailed link ends the older ones of its kind for the \
      address
      links-end-with-account=false    ours        a sign-in link ends with the account that has its address when \
      it is mailed
      link-changes-end-sessions=false documented  a change of address by a mailed link ends the account's \
      sessions
      unverified-ways-removed=false   documented  the first link from an address removes what was unverified \
      in the account
      addresses-checked=false         recorded    an e-mail address has the form of one; else something \
      on either side of an @ is enough
      domains-checked=false           documented  links lead only to the project's own domains
      app-links=false                 recorded    links name the apps that open them, and are on the domain \
      asked for
      enumeration-protection=false    documented  strangers do not learn who has an account, unless the \
      project says so
      sign-in-mails-per-day=0         documented  sign-in links that a project mails each day; 0 is no limit
      reset-mails-per-day=0           documented  password resets that a project mails each day; 0 is no limit
      verify-mails-per-day=0          documented  verifications that a project mails each day; 0 is no limit
      sms-per-day=0                   documented  SMS that a project sends each day; 0 is no limit, Google's is 3000
      sms-per-minute=0                documented  SMS that a project sends each minute; 0 is no limit, Google's is 1000
      sms-per-address-minute=0        documented  SMS asked for from one IP address, or IPv6 network of 64 bits, \
      each minute; 0 is no limit, as tests share one, Google's is 50
      sms-per-address-hour=0          documented  SMS asked for from one IP address, or IPv6 network of 64 bits, \
      each hour; 0 is no limit, as tests share one, Google's is 500
      sms-per-number-hour=0           ours        SMS that one number is sent each hour; 0 is no limit, as \
      tests use one again and again
      temporary-proof-lifetime=1h     recorded    how long a right code for the number of another account \
      signs in there
      pending-credential-lifetime=10m ours        how long a provider's credential that could not be used \
      is good
      authorization-lifetime=10m      ours        how long a sign-in may take at an identity provider's page
      idp-tokens=any                  recorded    what identity providers say: checked believes the server's own pages \
      and verified tokens only
      odd-idp-tokens=refused          ours        ID tokens for several clients without azp, or with nbf in the \
      future: OpenID Connect refuses them, and Google's service takes them
      providers-by-themselves=true    ours        every identity provider is on without configuration, so that \
      a first sign-in needs none; Google's service has only the configured ones
      custom-token-signatures=false   documented  custom tokens need a known signer and end
      service-answers=false           recorded    answers and refusals as Google's service gives them, \
      where Firebase's emulator gives others
      hints-show-calling-code=false   documented  hints at second factors keep a number's calling code, as \
      in Google's guides; both others mask it
      sessions-end-at-once=false      ours        what ends sessions ends those of its own second too, \
      as refresh tokens know them: ID tokens count in seconds
      pending-sign-ins-end=false      ours        what ends sessions ends sign-ins that wait for a second \
      factor: who knew the password may not go on
      proofs-used-once=false          ours        the proof of another account's number, and a provider's pending \
      token, sign in once: a copy is worth nothing
      link-after-second-factor=false  ours        a provider is linked by its address only when the second \
      factor was right, as the first may be stolen
      any-api-key=true                ours        any API key is right, as with the emulator; else only \
      what the project names as client.apiKey
      password-hashing=fast           ours        how new passwords are kept: scrypt; fast, one pass of \
      SHA-256; emulator, as they are, for its UI
      scrypt-cost-exponent=14         ours        password hashes take two to this power of scrypt's steps
      scrypt-block-size=8             ours        scrypt's r
      scrypt-parallelism=1            ours        scrypt's p
      password-queue=1024             ours        how many passwords may wait to be hashed, besides one at \
      work on each core; half of the connections
      password-wait=1m                ours        how long a request waits for its password to be hashed before \
      it is refused with 503
      password-failures=100           ours        wrong passwords in a row that lock an address until a \
      reset (NIST SP 800-63B)
      passwords-per-back-off=10       ours        wrong passwords in a row after which an address has to wait
      password-failure-memory=1d      ours        how long after the last one wrong passwords are forgotten
      second-factor-window=10m        recorded    how long after the first factor an SMS code can be the second
      totp-window=5m                  recorded    how long after the first factor an authenticator app's code \
      can be the second
      totp-code-length=6              recorded    digits of a new authenticator app's codes
      totp-enrollment-lifetime=15m    recorded    how long a new authenticator app's first code is waited for
      tries-per-totp-enrollment=3     recorded    wrong tries that a new authenticator app has
      totp-failures=100               ours        wrong codes in a row that lock an authenticator app (NIST \
      SP 800-63B)
      totp-failures-per-back-off=5    ours        wrong codes in a row after which an authenticator app has \
      to wait
      second-factors-per-account=5    documented  second factors of an account, one authenticator app among \
      them
      tenants-made-on-mention=true    recorded    a tenant is there from its first mention, with everything enabled, \
      as in Firebase's emulator
      tenant-names-checked=false      documented  a tenant's display name has 4 to 20 letters, digits and hyphens, a \
      letter first
      outbox-size=100                 ours        messages that the outbox keeps
      function-timeout=1m             documented  how long a function may take that is asked before a sign-in
      functions-anywhere=false        ours        such a function may be on the internet, not only on this machine or in \
      a private network
      keys-max-age=1h                 ours        how long verifiers may keep the public keys

      """
    #expect(tool.run("serve", "--print-policy") == .init(0, output: policy))
    // Strict is as production does, in every switch but these.
    let strict = policy.replacing("=false ", with: "=true  ")
      .replacing("unsigned-tokens=true ", with: "unsigned-tokens=false")
      .replacing("on-mention=true  ", with: "on-mention=false ")
      .replacing("functions-anywhere=true  ", with: "functions-anywhere=false ")
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
    #expect(settings?.count == 75)
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
