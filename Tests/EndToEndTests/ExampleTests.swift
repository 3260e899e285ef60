import Essentials
import LibC
import TestSupport
import Testing

/// The examples of help and manual, each run as it stands by a shell, in a home where it has a meaning.
@Suite struct ExampleTests {
  private static let lines: [String] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: Project.folder + "/man")) ?? []
    return names.filter { $0.hasSuffix(".1") }.sorted().flatMap { examples(ofPage: "man/" + $0) }
  }()

  /// What stands in the displays of a page's EXAMPLES.
  private static func examples(ofPage path: String) -> [String] {
    let page = (try? Project.text(of: path)) ?? ""
    let section = page.text(after: ".Sh EXAMPLES\n")?.text(before: "\n.Sh ") ?? ""
    return section.split(separator: ".Bd -literal -offset 2n\n").dropFirst().compactMap { display in
      display.text(before: "\n.Ed").map {
        $0.replacing("\\-", with: "-").replacing("\\(dq", with: "\"").replacing("\\e", with: "\\")
      }
    }
  }

  /// These serve until they are stopped; the tests of `serve` run them.
  private static let endless = [
    "usher serve", "usher serve --data auth.db --policy strict",
  ]

  /// These ask, which the tests of conversations answer; where nobody can be asked they say what is missing.
  private static let conversations = [
    "usher complete-link", "usher link password --email kim@example.com", "usher mfa enroll",
    "usher mfa enroll totp", "usher reauth", "usher reauth password", "usher signin",
    "usher shell", "usher shell --as bob --no-store", "usher shell --endpoint local",
    "usher signin password kim@example.com", "usher signup kim@example.com",
    "usher signin kim@example.com",
    "usher token inspect", "usher verify-phone",
    "usher signin google", "usher signin idp google", "usher link", "usher link google",
    "usher link idp google",
    "usher reauth google", "usher reauth idp google",
    "usher signin password kim@example.com --totp-secret-file totp.txt",
  ]

  /// What is there only in part here, and how that ends.
  private static let refused: [String: Int32] = [
    // Its other half, the one-time code, is left out to keep the line short.
    "usher complete-link 'https://example.web.app/__/auth/action?mode=signIn'": 65,
    // Signed by a service account, of which the embedded server knows its own alone.
    "usher signin custom-token --token-file token.jwt": 5,
    // Tenants get the end of their name from the server.
    "usher project tenant delete acme-x4k2p --yes": 12,
    // No gcloud is there, and no server listens.
    "usher project init --endpoint production --project my-app --gcloud": 78,
    "usher local service-account key.json --endpoint http://127.0.0.1:9099": 69,
    // No sign-in has left that step.
    "usher link idp --pending p8": 64,
    // Nobody is there who has a browser.
    "usher passkey enroll": 66, "usher signin passkey": 66, "usher reauth passkey": 66,
  ]

  @Test func everyPageOfACommandHasExamples() {
    #expect(Self.lines.count > 100)
    let known = Self.endless + Self.conversations + Array(Self.refused.keys) + Self.before.flatMap(\.lines)
    #expect(known.filter { !Self.lines.contains($0) } == [])
  }

  @Test(arguments: lines.filter { !endless.contains($0) }.sample(oneOf: 6))
  func anExampleRuns(_ line: String) throws {
    let usher = Usher(isFirst: true)
    try prepare(usher.home)
    let member = try Self.member.get()
    member.config.write(to: usher.folder)
    usher.home.write(member.token, to: "token.txt")
    for folder in [".zfunc", ".local/share/bash-completion/completions", ".config/fish/completions"] {
      try FileManager.default.createDirectory(
        atPath: usher.home.path + "/" + folder, withIntermediateDirectories: true)
    }
    if line.firstRange(of: " idp google") != nil { addIdentity(to: usher.home) }
    let before = Self.before.filter { $0.lines.contains(line) }.map(\.script)
    if !before.isEmpty {
      let preparation = usher.script("set -e\n" + before.joined(separator: "\n"))
      try #require(preparation.status == 0, "\(preparation.errors)")
    }
    let ending = usher.shellLaunch(line).run()
    let expected = Self.conversations.contains(line) ? 64 : Self.refused[line] ?? 0
    #expect(ending.status == expected, "\(ending.errors)")
  }

  /// What the server's own page says of a person, who is believed by nothing less.
  private func addIdentity(to home: TemporaryFolder) {
    mkdir(home.path + "/config", 0o700)
    let database = home.path + "/config/local.db"
    EmbeddedDatabase.addKey(at: database)
    let claims = #"{"sub":"g1","email":"kim@example.com","email_verified":true}"#
    home.write(EmbeddedDatabase.identityToken(claims, at: database, now: { Date() }), to: "identity.txt")
  }

  /// Files that examples name, and programs that stand for those they run.
  private func prepare(_ home: TemporaryFolder) throws {
    for program in ["curl", "gh", "npm", "upload.sh", "report.sh"] {
      // A script that was written just now may be busy: another test's child can hold it open.
      home.makeLink(program, to: "/usr/bin/true")
    }
    for (name, text) in [
      ("pw.txt", "correct horse"), ("new-password.txt", "battery staple"), ("code.txt", "654321\n"),
      ("note.json", "{}"), ("users.json", #"{"users":[{"uid":"mo"}]}"#),
      ("token.jwt", TokenFixture.token(#"{"uid":"kim","iat":1800000000,"exp":1800003600}"#)),
      ("web.json", #"{"apiKey":"k","projectId":"acme-1234","appId":"1:1:web:c"}"#),
      (
        "google-services.json",
        """
        {"project_info":{"project_number":"1","project_id":"acme-1234"},"client":[{"client_info":\
        {"mobilesdk_app_id":"1:1:android:a","android_client_info":{"package_name":"com.example.acme"}},\
        "oauth_client":[],"api_key":[{"current_key":"k"}]}]}
        """
      ),
      (
        "GoogleService-Info.plist",
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0"><dict><key>API_KEY</key><string>k</string><key>BUNDLE_ID</key>
        <string>com.example.acme</string><key>PROJECT_ID</key><string>acme-1234</string>
        <key>GOOGLE_APP_ID</key><string>1:1:ios:a</string></dict></plist>
        """
      ),
    ] { home.write(text, to: name) }
  }

  /// An account with a verified address, signed in: made once, and copied for each example.
  private static let member = Result { () throws -> (config: FolderContent, token: String) in
    let usher = Usher()
    usher.home.write("correct horse", to: "pw.txt")
    let ending = usher.script(
      """
      set -e
      usher signup --email kim@example.com --password-file pw.txt
      usher send-link --purpose verify-email
      usher local outbox --email kim@example.com --latest --field link | usher complete-link -
      usher token >token.txt
      """)
    try #require(ending.status == 0, "\(ending.errors)")
    return (config: FolderContent(of: usher.folder), token: usher.home.text(of: "token.txt") ?? "")
  }

  /// What has to be there besides, in this order.
  private static let before: [(script: String, lines: [String])] = [
    (
      "usher project export auth.json",
      [
        "usher project diff auth.json", "usher project diff local auth.json",
        "usher project apply auth.json --dry-run", "usher project apply auth.json --yes",
      ]
    ),
    ("rm users.json", ["usher project users export users.json", "usher project users import users.json"]),
    ("usher project users export users.json", ["usher project users import users.json"]),
    ("rm token.txt", ["usher exec --token-file token.txt -- ./report.sh"]),
    // An account that has an address already cannot link one.
    ("usher verify-phone +16505553434 --code-file code.txt", ["usher send-link kim@example.com --link"]),
    (
      "usher verify-phone +16505550123",
      ["usher local outbox --phone +16505550123 --latest --field code"]
    ),
    (
      "usher link phone +16505550123; usher local outbox --latest --field code | usher confirm-code -",
      ["usher unlink phone", "usher reauth phone"]
    ),
    (
      "usher mfa enroll sms +16505553434 --name work --code-file code.txt",
      ["usher mfa unenroll work --yes", "usher mfa challenge", "usher mfa challenge work --json"]
    ),
    (
      // With the code before the current one, which is still to be used then.
      #"""
      usher mfa enroll totp --secret-file totp.txt \
        --code-command 'oathtool --totp --base32 --now "30 seconds ago" "$(cat totp.txt)"'
      """#,
      [
        "usher mfa code --secret-file totp.txt",
        "usher mfa code --secret-file totp.txt --wait-fresh | usher confirm-code -",
        "usher signin password kim@example.com --totp-secret-file totp.txt",
      ]
    ),
    (
      "usher signin password --email kim@example.com --password-file pw.txt || test $? -eq 3",
      [
        "usher mfa challenge", "usher mfa challenge work --json",
        "usher mfa code --secret-file totp.txt --wait-fresh | usher confirm-code -",
      ]
    ),
    (
      "mv identity.txt token.txt",
      [
        "usher link idp google.com --id-token-file token.txt",
        "usher reauth idp google.com --id-token-file token.txt",
        "usher signin idp google.com --id-token-file token.txt", "usher reauth idp google",
      ]
    ),
    (
      "usher link idp google.com --id-token-file token.txt",
      ["usher reauth idp google.com --id-token-file token.txt"]
    ),
    (
      "usher project provider set oidc.hr --issuer https://id.test --client-id hr",
      ["usher project provider remove oidc.hr"]
    ),
    ("usher link idp google --identity kim@example.com", ["usher reauth google", "usher reauth idp google"]),
    (
      "usher link idp apple --identity kim@example.com",
      ["usher unlink apple --revoke-code-file code.txt"]
    ),
    ("usher signin anonymous", ["usher link email-link kim@example.com"]),
    ("usher signin anonymous --as alice", ["usher session use alice", "usher session remove alice"]),
    ("usher session export ci.json", ["usher session import ci.json --as ci"]),
    (
      "usher send-link kim@example.com; usher local outbox --latest --field link >mail.txt",
      ["usher complete-link - < mail.txt", "usher send-link --resend"]
    ),
    (
      "usher verify-phone +16505553434",
      [
        "usher confirm-code 654321", "usher confirm-code - < code.txt",
      ]
    ),
    (
      #"until test "$(usher verify-phone +16505553434 --field pending.id)" = p7; do usher pending drop; done"#,
      ["usher confirm-code --pending p7 --json 654321", "usher pending drop p7"]
    ),
    (
      "usher passkey enroll --key-file ci-key.json --name laptop",
      [
        "usher passkey remove laptop --yes", "usher signin passkey --key-file ci-key.json",
        "usher reauth passkey --key-file ci-key.json",
      ]
    ),
    ("usher local export saved", ["usher local import saved"]),
    (
      "usher serve --data auth.db --port 0 -- true",
      ["usher local backup saved.db --data auth.db"]
    ),
    (
      "usher local backup saved.db",
      ["usher local restore saved.db --yes", "usher local restore saved.db --data auth.db --yes"]
    ),
    (
      "usher local snapshot save users",
      ["usher local snapshot load users --yes", "usher local snapshot remove users"]
    ),
    (
      "usher project test-number add +16505550100 - <code.txt",
      ["usher project test-number remove +16505550100"]
    ),
    (
      "usher init web.json",
      [
        "usher profile rename acme-1234 acme", "usher profile set referer https://app.example.com",
        "usher profile set tenant",
        "usher profile client set oidc.hr --client-id hr --issuer https://id.test",
        "usher profile client set google --client-id 123 --client-secret-file key.txt",
      ]
    ),
    (
      "usher init web.json; usher profile client set google --client-id 123",
      ["usher profile client remove google"]
    ),
    (
      "usher init web.json --name acme",
      ["usher profile use acme", "usher profile remove acme --yes"]
    ),
  ]
}
