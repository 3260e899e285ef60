import CommandKit
import Testing

@testable import UsherTool

/// No secret, no code, no link, ever.
@Suite struct HistoryRuleTests {
  private let rule = HistoryRule(Tool.commands)
  private static let commands = Tool.commands.description.commands
  private static let jwt = "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ1In0.c2ln"
  private static let link = "https://acme.firebaseapp.com/__/auth/action?mode=signIn&oobCode=abc"

  // MARK: - By declaration

  /// What arguments that take a word are called and hold no secret. Whoever declares another decides here, or by
  /// `holdsSecret` where it stands.
  private static let harmless: Set = [
    "--profile", "--as", "--project", "--tenant", "--endpoint", "--language", "--field", "--timeout",
    "--wait-limit", "--cacert", "--proxy", "--app-check-token-file", "--color", "--app-verification",
    "--recaptcha-token-file", "--listen", "--page-host", "--factor", "--totp-secret-file", "--password-file",
    "--code-file", "--continue-url", "--link-domain", "--ios-bundle-id", "--android-package",
    "--android-minimum-version", "--name", "--qr", "--secret-file", "--issuer", "--pending", "--phone",
    "--email", "--wait", "--port", "--host", "--allow-host", "--trust-proxy", "--data", "--policy",
    "--policy-set",
    "--owner-token-file", "--config", "--tls-cert", "--tls-key", "--app", "--id-token-file",
    "--access-token-file", "--nonce-file", "--scope", "--param", "--identity", "--client-id",
    "--metadata-file",
    "--client-secret-file", "--purpose",
    "--new-password-file", "--token-file", "--uid", "--claims", "--service-account", "--min-ttl", "--format",
    "--env", "--display-name", "--photo-url", "--delete-attribute", "--times", "--delay", "--of",
    "NUMBER", "FACTOR", "PATH", "VALUE", "FEATURE", "FILE", "SETTING", "NAME", "NEW-NAME", "PROVIDER",
    "EMAIL",
    "ID", "SHELL", "TOPIC", "COMMAND", "METHOD", "ERROR", "CHANGE", "--import", "--export-on-exit", "DIR",
    "USER", "WHO",
    "NAME=VALUE", "--functions", "--events-url", "--events-secret-file",
    "--origin", "--key-file", "PASSKEY", "--app-key", "--app-name", "--hash-parameters", "--billing-project",
    "--filter", "--limit", "--revoke-code-file", "--session-cookie", "--passwords-file",
    "--start", "--role", "--project-config", "DOMAIN", "REGION", "A", "B",
  ]

  @Test(
    arguments: commands.flatMap { command in command.arguments.map { (command.name, $0) } }
      + Tool.commands.description.globals.map { ("", $0) })
  func everyArgumentThatTakesAWordWasDecidedOn(command: String, argument: ArgumentDescription) {
    guard argument.kind != .flag, argument.choices.isEmpty else { return }
    #expect(
      argument.holdsSecret != Self.harmless.contains(argument.spelling), "\(command) \(argument.spelling)")
  }

  /// Every argument that holds a secret, with the words that lead to it.
  private static let secrets = commands.flatMap { command in
    command.arguments.filter(\.holdsSecret).map { (command.name, $0) }
  }

  @Test(arguments: secrets)
  func aLineWithASecretIsNotKept(command: String, argument: ArgumentDescription) {
    let before = argument.isOption ? argument.spelling + " " : argument.kind == .rest ? "-- " : ""
    // Other arguments come first.
    let others = Self.commands.first { $0.name == command }?.operands.prefix { $0 != argument }.map {
      $0.value == "NUMBER" ? "+16505550123" : "x"
    }
    let beginning = ([command] + (argument.isOption ? [] : others ?? [])).joined(separator: " ")
    for word in ["x", "'x y'", "\"x", "\\x", "x # no comment"] {
      #expect(!rule.keeps("\(beginning) \(before)\(word)"), "\(word)")
      #expect(!rule.keeps("usher  \(beginning) --jsn \(before)\(word)"), "\(word)")
      #expect(!rule.keeps("\(beginning) --json \(before)\(word) --help"), "\(word)")
    }
    #expect(rule.keeps(beginning + (argument.kind == .positional ? " -" : "")))
  }

  @Test(
    arguments: (Tool.commands.refused + SignInPassword.refused).filter {
      $0.argument?.hasPrefix("--") ?? true
    })
  func aLineWithAnOptionThatIsRefusedIsNotKept(option: RefusedOption) {
    for line in ["--\(option.name) x", "--\(option.name)=x", "--\(option.name)"] {
      #expect(!rule.keeps("signin password --email kim@example.com \(line)"), "\(line)")
    }
  }

  // MARK: - By its looks

  @Test(arguments: [
    "654321", "654 321", "G-654321", "'654321'", "٦٥٤٣٢١", "６５４３２１", "Your code is 654321.",
    "signin 654321", "confirm-cod 654321", "confirm-cod 654 321", "confirm-cod '654321", "confirmcode654321",
    "verify-phone 654321", "verify-phone --resend 654-321", "confirm-code --pending 654321",
    "whoami # the code is 654321", "# 654321", "help 654321", "signin phone '654321", "mfa list 12345678",
    "mfa enrol sms 654321", "account update --display-name 'the code is 654321'",
  ])
  func aLineWithACodeIsNotKept(line: String) {
    #expect(!rule.keeps(line))
  }

  @Test(arguments: [
    link, "'\(link)'", "complete-lnk \(link)", "complete-link --email kim@example.com \(link)",
    "https://acme.page.link/abc", "methods https://acme.page.link/abc", "whoami # \(link)",
    "complete-link --pending \(link)", "send-link \(link)", "send-link --continue-url \(link)",
    "https%3A%2F%2Facme.example%2F", "whoami --proxy http://kim:hunter2@proxy.example.com:3128",
    "profile set endpoint \(link)", "exec -- open \(link)", "Click www.acme.example to sign in",
  ])
  func aLineWithALinkIsNotKept(line: String) {
    #expect(!rule.keeps(line))
  }

  @Test(arguments: [
    jwt, "token \(jwt)", "token inspect \(jwt)", "whoami --as \(jwt)", "exec -- ./run --with \(jwt)",
    "signin custom-token \(jwt)", "tokn \(jwt)", "AMf-vBxqhT0a1b2c3d4e5f6g7h8i9j0k1l2m3n4o5p6",
    "mfa code JBSWY3DPEHPK3PXP", "mfa cod JBSWY3DPEHPK3PXP", "profile set api-key AIzaSyA-x",
    "USHER_PASSWORD=hunter2 usher signin", "export USHER_REFRESH_TOKEN=abc", "hunter2",
    "signin password hunter2", "signin password --pasword hunter2", "signin password --pw hunter2",
    "signin password --passwd=hunter2", "mfa code --secret JBSW", "whoami --json=hunter2", "--jsn hunter2",
    "--profil=work hunter2",
    "whoami -zhunter2",
    "exec -- ./deploy --password hunter2", "exec -- env API_KEY=x ./deploy",
    "curl -- -u kim:hunter2 x.example", "exec -- mysql -phunter2", "exec -- env PGPASS=hunter2 true",
    "mfa code --secret-file 'JBSW Y3DP EHPK 3PXP'", "mfa code --secret-file jbswy3dpehpk3pxp",
    "signin password --password-file hunter2pw", "verify-phone '+1 650 555 3434 654321'", "stauts hunter2",
    "account update --display-name 'jbsw y3dp ehpk 3pxp'", "exec -- npm test",
    "signin hunter4", "signin Hunter", "reauth hunter4", "link hunter4", "link idp hunter4",
    "signin idp hunter4",
    "verify-phone hunter4", "mfa enroll sms hunter4", "signin password --email hunter7", "unlink hunter4",
  ])
  func aLineWithAnotherSecretIsNotKept(line: String) {
    #expect(!rule.keeps(line))
  }

  @Test(arguments: [
    " whoami", "\twhoami", "", "whoami --no-store", "whoami \u{7}", String(repeating: "whoami ", count: 700),
    "this is a message", "Dear Kim, click below",
  ])
  func norIsWhatIsNotToBe(line: String) {
    #expect(!rule.keeps(line))
  }

  // MARK: - What is kept

  @Test(arguments: [
    "whoami", "usher whoami", "verify-phone", "verify-phone +16505550123", "verify-phone '+1 650-555-0123'",
    "verify-phone +1 650 555 0123",
    "verify-phone '+49 30 1234567'", "confirm-code", "confirm-code -", "confirm-code --pending p7 -",
    "send-link kim@example.com --wait", "signin password --email kim@example.com --password-file pw.txt",
    "send-link kim@example.com --continue-url https://acme.example/welcome", "complete-link",
    "--endpoint http://127.0.0.1:9099 local outbox --latest", "token --project my-app-123456",
    "exec -- ./run-tests.sh",
    "session use bob # the other one", "sigin", "usher sigin", "whoami --jsn",
    "verify-phone --reesnd +16505550123",
    "signin password --emial kim@example.com", "mfa enrol",
    "profile set referer https://acme.example/",
    "account update --display-name 'Kim Doe'", "mfa enroll totp --secret-file totp.txt", "login",
    "signin google", "signin kim@example.com", "signin +16505550123", "signin anonymous", "unlink phone",
    "link twitter.com", "reauth password", "signin idp oidc.corp", "session export ci.json",
    "token --format header", "serve --port 9099", "local test-number list",
  ])
  func otherLinesAreKeptAlsoWithASlipOfTheKeys(line: String) {
    #expect(rule.keeps(line))
  }

  /// What help and manual show is typed into the shell too.
  @Test(arguments: commands.flatMap(\.examples))
  func anExampleIsKeptUnlessItHasASecret(example: Example) {
    guard let words = example.words(for: "usher") else { return }
    let uses = Tool.commands.parse(words).uses
    let hasSecret = uses.contains { use in
      if case .value(let word, let argument) = use { argument.holdsSecret && word != "-" } else { false }
    }
    let programsWords = uses.count { use in
      if case .value(_, let argument) = use { argument.kind == .rest } else { false }
    }
    #expect(
      rule.keeps(words.shellLine)
        != (hasSecret || programsWords > 1 || words.contains("--no-store") || words.isEmpty), "\(words)")
  }
}
