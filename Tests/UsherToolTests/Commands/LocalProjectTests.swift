import TestSupport
import Testing

/// Names of settings that are none.
struct LocalProjectTests {
  let tool = ToolHarness()

  private static let unknown: [(path: String, value: String, name: String, hint: String)] = [
    ("mfa.stat", "MANDATORY", "mfa.stat", "Did you mean mfa.state?"),
    ("mfa", #"{"stat":"MANDATORY"}"#, "mfa.stat", "Did you mean mfa.state?"),
    ("signin.email.enabled", "true", "signin", "Did you mean signIn?"),
    (
      "enabled", "true", "enabled",
      "Did you mean signIn.anonymous.enabled, signIn.email.enabled or signIn.phoneNumber.enabled?"
    ),
    ("allowDuplicateEmails", "true", "allowDuplicateEmails", "Did you mean signIn.allowDuplicateEmails?"),
    ("mfa.state.x", "1", "mfa.state.x", "see the settings:  usher project get"),
    ("mfa,state", "1", "mfa,state", "see the settings:  usher project get"),
    ("mfa..state", "1", "mfa.", "see the settings:  usher project get"),
    ("nonsense", "1", "nonsense", "see the settings:  usher project get"),
  ]

  @Test(arguments: unknown)
  func aNameThatNoProjectHasIsRefused(path: String, value: String, name: String, hint: String) {
    let before = tool.run("local", "project", "get")
    for words in [[path, value], path == "mfa" ? [path, value] : [path]] {
      #expect(
        tool.run(["local", "project", "set"] + words)
          == .init(
            64,
            errors: """
              error: a project has no setting \(name)
              usage: usher project set [options] PATH [VALUE]
                \(hint)

              """))
    }
    #expect(tool.run("local", "project", "get") == before)
  }

  @Test func aNameInAMapIsFree() {
    tool.run("local", "project", "set", "signIn.phoneNumber.testPhoneNumbers.+16505550100", #""482913""#)
    #expect(tool.run("local", "test-number", "list").lines.count == 2)
  }
}
