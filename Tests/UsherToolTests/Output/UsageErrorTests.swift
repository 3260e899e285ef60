import TestSupport
import Testing

@testable import UsherTool

/// Usage errors: what is wrong, how it is used, what to do next, in that order.
struct UsageErrorTests {
  let tool = ToolHarness()

  private func refusal(_ message: String, _ usage: String, _ hint: String) -> ToolHarness.Outcome {
    .init(64, errors: "error: \(message)\nusage: usher \(usage)\n  \(hint)\n")
  }

  /// What would be ignored is refused.
  @Test(arguments: [
    ["verify-phone", ToolHarness.number, "--no-wait", "--code-file", "f"],
    ["verify-phone", ToolHarness.number, "--wait-resend"],
    ["mfa", "enroll", "sms", ToolHarness.number, "--no-wait", "--code-command", "true"],
    ["mfa", "enroll", "totp", "--no-wait", "--code-file", "f"],
    ["mfa", "challenge", "--no-wait", "--code-file", "f"],
  ])
  func optionsThatDoNotGoTogetherAreRefused(_ words: [String]) {
    let outcome = tool.run(words)
    #expect(outcome.status == 64 && outcome.errors.contains(" go"), "\(outcome)")
    #expect(tool.sentMessages == 0)
  }

  private static let forms = "Use --json for one object, or --field PATH for one of its values."

  static let errors: [(words: [String], message: String, usage: String, hint: String)] = [
    (
      ["nonsense"], "unknown command 'nonsense'", "COMMAND [options]",
      "see the commands:  usher --help"
    ),
    (
      ["verfy-phone"], "unknown command 'verfy-phone'", "COMMAND [options]",
      "did you mean:  usher verify-phone"
    ),
    (
      ["forgot"], "unknown command 'forgot'", "COMMAND [options]",
      "did you mean:  usher send-link --purpose reset-password"
    ),
    (
      ["reset-password", "kim@example.com"], "unknown command 'reset-password'", "COMMAND [options]",
      "did you mean:  usher send-link --purpose reset-password"
    ),
    (["login"], "unknown command 'login'", "COMMAND [options]", "did you mean:  usher signin"),
    (["logout"], "unknown command 'logout'", "COMMAND [options]", "did you mean:  usher signout"),
    (["otp", "123456"], "unknown command 'otp'", "COMMAND [options]", "did you mean:  usher confirm-code"),
    (
      ["users", "list"], "unknown command 'users'", "COMMAND [options]",
      "did you mean:  usher project users list"
    ),
    (["users"], "unknown command 'users'", "COMMAND [options]", "did you mean:  usher project users"),
    (
      ["tenant", "--quiet", "list"], "unknown command 'tenant'", "COMMAND [options]",
      "did you mean:  usher project tenant list"
    ),
    (
      ["domain", "add", "b"], "unknown command 'domain'", "COMMAND [options]",
      "did you mean:  usher project domain add"
    ),
    (["seed", "a.json"], "unknown command 'seed'", "COMMAND [options]", "did you mean:  usher local seed"),
    (["outbox"], "unknown command 'outbox'", "COMMAND [options]", "did you mean:  usher local outbox"),
    (
      ["export"], "unknown command 'export'", "COMMAND [options]",
      "did you mean:  usher session export\n  or:            usher project export\n  or:            usher local export"
    ),
    (["id-token"], "unknown command 'id-token'", "COMMAND [options]", "did you mean:  usher token"),
    (
      ["session", "lst"], "unknown command 'session lst'", "session COMMAND [options]",
      "did you mean:  usher session list"
    ),
    (
      ["nonsense", "--help"], "unknown command 'nonsense'", "COMMAND [options]",
      "see the commands:  usher --help"
    ),
    (["-h", "tokn"], "unknown command 'tokn'", "COMMAND [options]", "did you mean:  usher token"),
    (["token", "--refesh"], "unknown option --refesh", "token [options]", "Did you mean --refresh?"),
    (
      ["token", "--refresh=yes"], "--refresh does not take a value", "token [options]",
      "see the options:  usher token --help"
    ),
    (
      ["signin", "--pasword-file", "pw.txt"], "unknown option --pasword-file", "signin [options] [WHO]",
      "did you mean:  usher signin password --password-file"
    ),
    (
      ["verify-phone", "+16505553434", "kim"], "unexpected argument 'kim'", "verify-phone [options] [NUMBER]",
      "see the options:  usher verify-phone --help"
    ),
    (
      ["confirm-code", "--pending"], "--pending needs a value: --pending ID", "confirm-code [options] [CODE]",
      "see the options:  usher confirm-code --help"
    ),
    (
      ["whoami", "--as", "a", "--as", "b"], "--as is given more than once", "whoami [options]",
      "see the options:  usher whoami --help"
    ),
    (
      ["whoami", "--timeout", "soon"],
      "'soon' is not valid for --timeout: it must be a number with s, m, h or d, such as 90s or 5m",
      "whoami [options]", "see the options:  usher whoami --help"
    ),
    (
      ["whoami", "--api-key", "x"], "there is no option --api-key", "whoami [options]",
      "Set the environment variable USHER_API_KEY."
    ),
    (["whoami", "-o", "json"], "there is no option -o", "whoami [options]", forms),
    (["whoami", "--output", "json"], "there is no option --output", "whoami [options]", forms),
    (["whoami", "--jq", ".account.uid"], "there is no option --jq", "whoami [options]", forms),
    (
      ["signin", "--provider", "google"], "there is no option --provider", "signin [options] [WHO]",
      "Name the provider as an argument: usher signin google."
    ),
    (
      ["link", "idp", "--provider", "google"], "there is no option --provider",
      "link idp [options] [PROVIDER]",
      "Name the provider as an argument."
    ),
    (
      ["verify-phone", "--phone", "+16505553434"], "there is no option --phone",
      "verify-phone [options] [NUMBER]",
      "Give the number as an argument."
    ),
    (
      ["send-link", "--email", "kim@example.com"], "there is no option --email",
      "send-link [options] [EMAIL]",
      "Give the address as an argument."
    ),
    (
      ["whoami", "--email", "x"], "unknown option --email", "whoami [options]",
      "see the options:  usher whoami --help"
    ),
    (
      ["whoami", "--user", "kim"], "there is no option --user", "whoami [options]",
      "Name one of several sessions with --as NAME."
    ),
    (
      ["signin", "phone", "--code", "654321"], "there is no option --code", "signin phone [options] [NUMBER]",
      "Use --code-file FILE or --code-command COMMAND."
    ),
    (
      ["confirm-code", "--code", "654321"], "there is no option --code", "confirm-code [options] [CODE]",
      "Give the code as an argument."
    ),
    (
      ["status", "--code", "654321"], "unknown option --code", "status [options]",
      "see the options:  usher status --help"
    ),
    (
      ["whoami", "--password", "x"], "unknown option --password", "whoami [options]",
      "see the options:  usher whoami --help"
    ),
    (
      ["local", "users", "show", "--user", "kim"], "there is no option --user",
      "project users show [options] USER", "Give the user as an argument."
    ),
    (
      ["config", "list", "--user", "kim"], "unknown option --user", "config list [options]",
      "see the options:  usher config list --help"
    ),
    (
      ["signin", "custom-token", "--token", "x"], "there is no option --token",
      "signin custom-token [options]", "Use --token-file FILE."
    ),
    (
      ["signin", "google", "--token", "x"], "there is no option --token",
      "signin [options] [WHO]", "Use --id-token-file FILE or --access-token-file FILE."
    ),
    (
      ["session", "export", "-o", "file"], "there is no option -o", "session export [options] FILE",
      "Give FILE as an argument."
    ),
    (
      ["complete-link", "--link", "x"], "there is no option --link", "complete-link [options] [LINK]",
      "Give the link as an argument."
    ),
    (
      ["local", "mails"], "unknown command 'local mails'", "local COMMAND [options]",
      "did you mean:  usher local outbox"
    ),
    (
      ["local", "sms"], "unknown command 'local sms'", "local COMMAND [options]",
      "did you mean:  usher local outbox"
    ),
    (
      ["local", "inbox"], "unknown command 'local inbox'", "local COMMAND [options]",
      "did you mean:  usher local outbox"
    ),
    (
      ["local", "codes"], "unknown command 'local codes'", "local COMMAND [options]",
      "did you mean:  usher local outbox"
    ),
    (
      ["session", "switch", "bob"], "unknown command 'session switch'", "session COMMAND [options]",
      "did you mean:  usher session use"
    ),
    (
      ["profile", "add"], "unknown command 'profile add'", "profile COMMAND [options]",
      "did you mean:  usher init"
    ),
    (["open"], "unknown command 'open'", "COMMAND [options]", "see the commands:  usher --help"),
    (["man"], "unknown command 'man'", "COMMAND [options]", "see the commands:  usher --help"),
    (
      ["session", "use"], "NAME is missing", "session use [options] NAME",
      "see the options:  usher session use --help"
    ),
  ]

  @Test(arguments: errors)
  func eachIsExplained(_ words: [String], _ message: String, _ usage: String, _ hint: String) {
    #expect(tool.run(words) == refusal(message, usage, hint))
  }

  @Test(arguments: [
    (["curl", "https://a.test"], "unexpected argument 'https://a.test'", "ARG"),
    (["curl", "-o", "out", "--", "https://a.test"], "unknown option -o", "ARG"),
    (["curl", "-s", "https://a.test"], "unknown option -s", "ARG"),
    (["curl", "--data", "x", "https://a.test"], "unknown option --data", "ARG"),
    (["exec"], "COMMAND is missing", "COMMAND"),
  ])
  func whatStandsBehindTheDashesIsCalledByItsName(_ words: [String], _ message: String, _ name: String) {
    #expect(
      tool.run(words)
        == .init(
          125,
          errors:
            "error: \(message)\nusage: usher \(words[0]) [options] -- \(name)...\n  Put -- before \(name).\n"
        ))
  }

  @Test func aLineBreakInAnArgumentForgesNoHint() {
    #expect(
      tool.run("a\nhint: run this\u{1B}[31m\u{202E}\u{7}\u{2028}b")
        == refusal(
          "unknown command 'a hint: run this[31m b'", "COMMAND [options]",
          "see the commands:  usher --help"))
  }

  @Test func scriptsGetWhatWasTypedEscaped() {
    let errors = tool.run("a\nb\u{1B}\u{202E}", "--json").errors
    #expect(errors.contains(#""message":"unknown command 'a\nb\u001b\u202e'""#))
  }

  @Test(arguments: ["verify-phone", "confirm-code", "token", "signout", "session list", "local outbox"])
  func helpWinsOverEverything(_ command: String) {
    let words = command.split(separator: " ").map(String.init)
    let help = tool.run(words + ["--help"])
    #expect(help.status == 0 && help.errors == "" && help.output.contains("usher " + command))
    #expect(tool.run(words + ["--nonsense", "-h"]) == help)
    #expect(tool.run(["help"] + words) == help)
  }

  @Test func theVersionIsOneLine() {
    for words in [["--version"], ["version"], ["whoami", "--version"]] {
      #expect(tool.run(words) == .init(0, output: "usher 0.1.0\n"))
    }
    #expect(tool.run("version", "--field", "version") == .init(0, output: "0.1.0\n"))
  }

  @Test(arguments: HelpTopic.allCases.map(\.rawValue))
  func everyTopicIsExplained(_ topic: String) {
    let outcome = tool.run("help", topic)
    #expect(outcome.status == 0 && outcome.errors == "" && outcome.lines.count > 4)
  }
}
