import Essentials

// What tests of mailed links and passwords begin with.
extension ToolHarness {
  /// An address of nobody in particular.
  package static let email = "kim@example.com"
  package static let password = "correct horse"

  /// The newest link that the embedded server mailed to `email`.
  package func link(to email: String = ToolHarness.email) -> String {
    run("local", "outbox", "--email", email, "--latest", "--field", "link").lines.first ?? ""
  }

  /// Signs `email` in by a mailed link.
  @discardableResult
  package func signInByLink(_ email: String = ToolHarness.email, as name: String? = nil) -> Outcome {
    let session = name.map { ["--as", $0] } ?? []
    _ = run(["send-link", email, "--resend"] + session)
    return run(["complete-link", link(to: email), "--json"] + session)
  }

  /// Makes an account whose address nobody proved.
  @discardableResult
  package func signUp(_ email: String = ToolHarness.email, as name: String? = nil) -> Outcome {
    run(
      ["signup", "--email", email, "--password-stdin", "--json"] + (name.map { ["--as", $0] } ?? []),
      input: Self.password)
  }

  /// Signs in by password, under a name where other sessions are to stay.
  @discardableResult
  package func signInByPassword(
    _ email: String = ToolHarness.email, _ password: String = ToolHarness.password,
    as name: String = "default"
  ) -> Outcome {
    run(
      "signin", "password", "--email", email, "--password-stdin", "--json", "--as", name, input: password)
  }

  /// The path of a file that holds `text`.
  package func file(_ text: String, named name: String = "secret") -> String {
    folder.write(text, to: name)
    return folder.path + "/" + name
  }

  /// The uid of whoever is signed in under `name`.
  package func uid(as name: String = "default") -> String? {
    run("whoami", "--field", "account.uid", "--as", name).lines.first
  }
}
