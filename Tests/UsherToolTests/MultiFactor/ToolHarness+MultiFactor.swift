import Essentials
import Flows
import IdentityToolkit
import PrivateFiles
import TestSupport
import UsherTool

// What tests of second factors begin with.
extension ToolHarness {
  /// A fictional number, whose code is 654321.
  static let fictionalNumber = "+16505553434"

  /// Makes an account with a password, proves its address, and signs it in.
  func signUpVerified(_ email: String = ToolHarness.email, as name: String = "default") {
    signUp(email, as: name)
    verifyAddress(of: email, as: name)
  }

  func verifyAddress(of email: String = ToolHarness.email, as name: String = "default") {
    run("send-link", "--purpose", "verify-email", "--as", name)
    run("complete-link", link(to: email), "--as", name)
  }

  /// Makes a phone a second factor of the account that is signed in.
  @discardableResult
  func enrollSMS(
    _ number: String = ToolHarness.fictionalNumber, name: String? = nil, as session: String = "default"
  ) -> Outcome {
    let words =
      ["mfa", "enroll", "sms", number, "--json", "--as", session] + (name.map { ["--name", $0] } ?? [])
    run(words)
    let code = number == Self.fictionalNumber ? "654321" : code(for: number)
    return run("confirm-code", code, "--json", "--as", session)
  }

  /// Where `enrollTOTP` has the secret written.
  var totpFile: String { folder.path + "/totp.txt" }

  /// Makes an authenticator app a second factor of the account that is signed in; its code has been used then.
  @discardableResult
  func enrollTOTP(name: String? = nil, as session: String = "default") -> Outcome {
    run(
      ["mfa", "enroll", "totp", "--secret-file", totpFile, "--json", "--as", session]
        + (name.map { ["--name", $0] } ?? []))
    return run("confirm-code", totpCode(), "--json", "--as", session)
  }

  /// What the authenticator app shows.
  func totpCode() -> String {
    run("mfa", "code", "--secret-file", totpFile).lines.first ?? ""
  }

  /// The ids of the signed-in account's second factors, in order.
  func factorIDs(as session: String = "default") -> [String] {
    (run("mfa", "list", "--json", "--as", session).json?["factors"]?.array ?? []).compactMap {
      $0["id"]?.string
    }
  }

  /// The claim `firebase` of the session's ID token.
  func firebaseClaim(_ name: String, as session: String = "default") -> String? {
    run("token", "--claims", "--json", "--as", session).json?["claims"]?["firebase"]?[name]?.string
  }

  /// Begins a sign-in by password, which a second factor has to follow.
  @discardableResult
  func firstFactor(_ options: String..., as session: String? = nil) -> Outcome {
    run(
      ["signin", "password", "--email", Self.email, "--password-stdin", "--json"] + options
        + (session.map { ["--as", $0] } ?? []),
      input: Self.password)
  }
}

extension ToolHarness {
  /// Makes the pending steps of `earlier` pending again, as a process sees them that read the state before.
  func putBack(_ earlier: SavedState) throws {
    let file = StateFile(folder: configFolder, wait: LockWait(limit: .seconds(3600)))
    try file.update { state in
      for binding in earlier.bindings {
        for step in earlier.pending(in: binding) {
          _ = state.addPending(
            step.kind, to: binding.session(step.session), uid: step.uid, createdAt: step.createdAt,
            expiresAt: step.expiresAt)
        }
      }
    }
  }
}
