import IdentityToolkit
import LibC
import TestSupport
import Testing

/// The recipes of `usher help ci`, `usher-ci(7)` and the README work in the jobs that they are written for.
@Suite struct CIRecipeTests {
  private let api = EchoServer()
  private static let ofHelp = {
    var usher = Usher()
    usher.environment["COLUMNS"] = "120"
    let details = [
      [], ["password"], ["factors"], ["providers"], ["github"], ["preview"], ["gitlab"], ["project"],
    ]
    return details.flatMap { CIRecipe.ofHelp(usher.run(["help", "ci"] + $0).output) }
  }()

  private static let ofReadme = {
    let readme = (try? Project.text(of: "README.md")) ?? ""
    let section = readme.text(after: "\n### In CI\n")?.text(before: "\n### ")
    return CIRecipe.ofMarkdown(section ?? "")
  }()

  @Test func theHelpHasRecipesForEverySystem() {
    for system in [CIRecipe.System.shell, .gitHub, .gitLab] {
      #expect(Self.ofHelp.contains { $0.system == system && $0.steps.contains { $0.script != "" } })
    }
    #expect(Self.ofHelp.count == 14)
    #expect(Self.ofReadme.map(\.system) == [.shell])
  }

  @Test(arguments: ofHelp + ofReadme) func aRecipeRuns(_ recipe: CIRecipe) throws {
    var runner = CIRunner()
    runner.settings = ["API_URL": api.url, "USHER_PASSWORD": "correct horse"]
    // Its server ends with this value.
    let service = try Self.namesEndpoint(recipe) ? nil : Service()
    if let service {
      runner.settings.merge(service.settings) { $1 }
      // Where GitHub gives jobs their ID token.
      runner.home.write(#"{"value":"\#(service.idToken)"}"#, to: "id-token.json")
      runner.settings["ACTIONS_ID_TOKEN_REQUEST_URL"] = "file://\(runner.home.path)/id-token.json?v=1"
      runner.settings["ACTIONS_ID_TOKEN_REQUEST_TOKEN"] = "secret"
    }
    // The file knows where it belongs.
    if recipe.text.contains("USHER_SESSION_FILE") { runner.settings["USHER_ENDPOINT"] = nil }
    runner.home.write(
      """
      #!/bin/sh
      test -n "$FIREBASE_ID_TOKEN$FIREBASE_AUTH_EMULATOR_HOST$1" && echo "the tests ran"

      """, to: "run-tests.sh", mode: 0o700)
    runner.home.write("#!/bin/sh\nexec cat >secret\n", to: "gh", mode: 0o700)
    let isExport = recipe.text.hasPrefix("usher session export")
    if isExport { try runner.run(CIRecipe(["printf '%s' \"$SESSION\" | usher session import -"])) }
    let log = try runner.run(recipe)

    if recipe.text.contains("./run-tests.sh") { #expect(log.contains("the tests ran\n")) }
    if recipe.text.contains("usher curl") {
      #expect(api.requests.map(\.target) == ["/me"])
      #expect(api.requests.first?.header("Authorization")?.hasPrefix("Bearer ey") == true)
    }
    if isExport { #expect(runner.home.text(of: "secret") == service?.settings["SESSION"]) }
    for line in log.split(separator: "\n") where !line.hasPrefix("::add-mask::") {
      #expect(!line.contains("eyJ"), "a token is in the log")
    }
  }

  /// Its host is authorized while the job runs, whatever comes of the job.
  @Test(arguments: ["exit 0", "exit 1"]) func aPreviewIsAuthorizedWhileItsJobRuns(end: String) throws {
    let recipe = try #require(Self.ofHelp.first { $0.text.contains("PREVIEW") })
    let service = try Service()
    var runner = CIRunner()
    runner.settings = service.settings.merging(["USHER_PASSWORD": "correct horse"]) { $1 }
    runner.home.write(
      """
      #!/bin/sh
      echo "before: $(usher project domain list | grep -c '^pr-7[.]preview[.]example[.]com$')"
      jq -r '.origins[].origin' "$1"
      \(end)

      """, to: "run-tests.sh", mode: 0o700)
    let log: String
    do {
      log = try runner.run(recipe)
      #expect(end == "exit 0")
    } catch let failure as CIRunner.Failure {
      log = failure.log
      #expect(end == "exit 1", "\(failure.reason)")
    }
    #expect(log.contains("before: 1\nhttps://pr-7.preview.example.com\n"))
    #expect(log.hasSuffix("pr-7.preview.example.com: authorized → not authorized\n"), "\(log)")
  }

  /// A recipe that stops at a question cannot be pasted.
  @Test(arguments: ofHelp.filter { $0.text.hasPrefix("export USHER_ENDPOINT=local\n") })
  func aRecipeOfTheHelpAsksNothingAtATerminal(_ recipe: CIRecipe) throws {
    var usher = Usher()
    usher.run("config", "set", "wait_limit", "1s")
    usher.environment.merge(["API_URL": api.url, "USHER_PASSWORD": "correct horse"]) { $1 }
    usher.home.write("#!/bin/sh\n", to: "run-tests.sh", mode: 0o700)
    var launch = usher.shellLaunch("set -eo pipefail\n" + recipe.text)
    launch.terminal = try PseudoTerminal()
    launch.errors = .nothing
    let ending = launch.run()
    #expect(ending.status == 0, "\(ending.output)")
  }

  private static func namesEndpoint(_ recipe: CIRecipe) -> Bool {
    recipe.text.contains("USHER_ENDPOINT") || recipe.text.hasPrefix("usher serve")
  }

  /// A server that stands in for a real project, with the account that the recipes sign in.
  private struct Service {
    private let server: Server
    private(set) var settings: [String: String]
    /// Of a provider that the server believes.
    let idToken: String

    init() throws {
      let usher = Usher()
      server = try Server(usher, "--policy", "strict")
      let ending = usher.at(server.url).script(
        """
        set -eo pipefail
        export USHER_PASSWORD='correct horse'
        usher signup --email kim@example.com
        usher send-link --purpose verify-email
        usher local outbox --email kim@example.com --latest --field link | usher complete-link -
        usher mfa enroll totp --secret-file totp.txt --code-command 'usher mfa code --secret-file totp.txt'
        usher session export session.json
        usher signup --email test@example.com --as test
        usher signin idp oidc.github --as robot --identity '{"sub":"repo:acme/app:ref:refs/heads/main"}' \
          --show-provider-token --field provider_tokens.id_token >id-token.txt
        """)
      try #require(ending.status == 0, "\(ending.errors)")
      settings = [
        "USHER_ENDPOINT": server.url, "USHER_PROJECT": "demo-usher", "USHER_API_KEY": "demo-usher",
        "TOTP_SECRET": usher.home.text(of: "totp.txt") ?? "",
        "SESSION": usher.home.text(of: "session.json") ?? "",
      ]
      idToken = usher.home.text(of: "id-token.txt")?.filter { !$0.isNewline } ?? ""
    }
  }
}
