import CommandKit
import TestSupport
import Testing
import UsherTool

/// Which files are secrets, so that usher warns of those that others can get at.
struct SecretFileTests {
  /// The others: usher writes them, or checks them more strictly, or they usually come with a repository.
  private static let others: Set<String> = [
    "exec --token-file", "mfa enroll totp --qr", "mfa enroll totp --secret-file",
    "local backup FILE", "local backup --data", "local restore --data", "local export PATH",
    "local seed FILE",
    "local service-account FILE",
    "project apply FILE", "project diff A", "project diff B", "project export FILE",
    "project users export FILE", "project users export --hash-parameters",
    "serve --config", "serve --data", "serve --events-secret-file", "serve --owner-token-file",
    "serve --project-config", "serve --tls-cert", "serve --tls-key", "project provider set --metadata-file",
    "session export FILE", "init FILE",
  ]

  @Test func everyFileWasDecidedOn() {
    let files = Tool.commands.description.commands.flatMap { command in
      command.arguments.filter { $0.completion == .file }.map { "\(command.name) \($0.spelling)" }
    }
    #expect(Set(files) == Self.others)
  }

  @Test(arguments: [["project", "users", "import"], ["local", "restore"], ["local", "import"]])
  func aFileOfAccountsThatOthersMayReadIsAWarning(words: [String]) {
    let tool = ToolHarness()
    tool.folder.write("{}", to: "accounts", mode: 0o644)
    let file = tool.folder.path(of: "accounts")
    let warning = "warning: \(file) contains a secret, and others may read it\n"
    #expect(tool.run(words + [file, "--endpoint", "local"]).errors.hasPrefix(warning))
  }
}
