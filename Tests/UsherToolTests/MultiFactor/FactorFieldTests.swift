import CommandKit
import Essentials
import IdentityToolkit
import TestSupport
import Testing

@testable import UsherTool

/// What the commands of second factors show as fields, and what their results hold.
struct FactorFieldTests {
  let tool = ToolHarness()

  @Test func everyMemberOfAResultIsAField() {
    tool.signUpVerified()
    let results: [(command: any ToolCommand.Type, outcome: ToolHarness.Outcome)] = [
      (MFAEnrollTOTP.self, tool.run("mfa", "enroll", "totp", "--secret-file", tool.totpFile, "--json")),
      (MFACode.self, tool.run("mfa", "code", "--secret-file", tool.totpFile, "--json")),
      (ConfirmCode.self, tool.run("confirm-code", tool.totpCode(), "--json")),
      (MFAEnrollSMS.self, tool.run("mfa", "enroll", "sms", ToolHarness.fictionalNumber, "--json")),
      (ConfirmCode.self, tool.run("confirm-code", "654321", "--json")),
      (MFAList.self, tool.run("mfa", "list", "--json")),
      (SignInPassword.self, tool.firstFactor()),
      (MFAChallenge.self, tool.run("mfa", "challenge", "2", "--json")),
      (ConfirmCode.self, tool.run("confirm-code", "654321", "--json")),
      (MFAUnenroll.self, tool.run("mfa", "unenroll", "1", "--yes", "--json")),
    ]
    for (command, outcome) in results {
      #expect([0, 3].contains(outcome.status), "\(command.name): \(outcome.errors)")
      let found = outcome.json?.leaves() ?? []
      #expect(
        found.subtracting(command.resultFields + ResultFields.of(Envelope.self)) == [], "\(command.name)")
    }
  }
}

extension JSONValue {
  /// The paths to what is no object and no list with elements.
  fileprivate func leaves(at path: String = "") -> Set<String> {
    if let members, !members.isEmpty {
      return members.reduce(into: []) {
        $0.formUnion($1.value.leaves(at: path.isEmpty ? $1.name : "\(path).\($1.name)"))
      }
    }
    guard let array else { return [path] }
    return array.reduce(into: []) { $0.formUnion($1.leaves(at: path + "[]")) }
  }
}
