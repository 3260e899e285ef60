import TestSupport
import Testing

/// No option is ignored: one that would change nothing is refused.
struct IgnoredOptionTests {
  let tool = ToolHarness()

  @Test(arguments: [
    (
      "account update --display-name Kim --delete-attribute display-name",
      "--display-name and --delete-attribute display-name cannot be used together"
    ),
    (
      "account update --photo-url https://a.test/p --delete-attribute photo-url",
      "--photo-url and --delete-attribute photo-url cannot be used together"
    ),
    (
      "send-link kim@example.com --android-install-if-not-available",
      "--android-install-if-not-available needs an Android app"
    ),
    (
      "send-link kim@example.com --android-minimum-version 12",
      "--android-minimum-version needs an Android app"
    ),
    (
      "signin google --identity kim@example.com --page-host x",
      "--page-host does not go with --identity, which needs no browser and no provider"
    ),
    ("local fail token --delay 3s --tenant t1", "this command does not use --tenant"),
    ("local clock --tenant t1", "this command does not use --tenant"),
    ("local tenant list --tenant t1", "this command does not use --tenant"),
    ("local tenant create acme --tenant t1", "this command does not use --tenant"),
    ("local users list --language de", "this command does not use --language"),
    ("whoami --app-check-token-file /nonexistent", "this command does not use --app-check-token-file"),
    ("init web.json --app-check-token-file /nonexistent", "this command does not use --app-check-token-file"),
    ("serve --print-policy --port 3", "--port does not go with --print-policy, which starts no server"),
    ("serve --print-policy --import x", "--import does not go with --print-policy, which starts no server"),
  ])
  func itIsRefused(line: String, message: String) {
    let outcome = tool.run(line.split(separator: " ").map(String.init))
    #expect(outcome.status == 64)
    #expect(outcome.errors.hasPrefix("error: \(message)\n"), "\(outcome.errors)")
  }

  /// Whether the server keeps anything is part of its policy.
  @Test func whatShapesThePolicyGoesWithPrintingIt() {
    #expect(tool.run("serve", "--print-policy", "--data", "x").status == 0)
  }

  @Test(arguments: [["-p", "z2"], ["--endpoint", "http://127.0.0.1:9"]])
  func aShellThatStaysWhereItIsSaysSo(options: [String]) {
    tool.run("profile", "set", "endpoint", "http://127.0.0.1:9", "-p", "z2")
    let terminal = ScriptedTerminal(answers: ["profile use local", "exit"])
    let outcome = tool.run(["shell"] + options, terminal: terminal)
    let expected = "warning: the shell was started with \(options[0]), which decides where its commands go\n"
    #expect(outcome.errors.contains(expected), "\(outcome)")
  }
}
