import AuthClient
import Essentials
import Flows
import TerminalIO
import TerminalSignIn
import TestSupport
import Testing
import UsherTool

/// The library with which other programs sign their users in.
struct TerminalSignInTests {
  let tool = ToolHarness()

  /// The sign-in of the program `acme` at a terminal where `answers` are typed.
  private func acme(
    _ methods: Set<TerminalSignIn.Method>? = nil, at terminal: ScriptedTerminal
  ) -> TerminalSignIn {
    nonisolated(unsafe) let tool = tool
    var acme = TerminalSignIn(
      AuthOptions(apiKey: "key", projectID: "demo-acme"), appName: "acme",
      world: { tool.world(for: $0, $1, at: terminal) })
    acme.server = .embedded
    acme.methods = methods
    return acme
  }

  private func terminal(_ answers: ScriptedTerminal.Answer...) -> ScriptedTerminal {
    ScriptedTerminal(catalog: .acme, answers: answers)
  }

  @Test func aUserSignsInStaysSignedInAndSignsOut() throws {
    let terminal = terminal("+1 650-555-0123", .shownCode)
    let acme = acme(at: terminal)
    #expect(try acme.currentUser() == nil)
    let user = try acme.signIn()
    #expect(user.phoneNumber == "+16505550123")
    #expect(try acme.currentUser() == user)
    let token = try acme.idToken()
    #expect(try acme.idToken() == token)
    tool.clock.advance(3600)
    #expect(try acme.idToken() != token)
    try acme.signOut()
    try acme.signOut()
    #expect(try acme.currentUser() == nil)
    let error = #expect(throws: TerminalSignInError.self) { try acme.idToken() }
    #expect(error?.needsSignIn == true)
    #expect(error?.hint == ["  sign in:  acme login"])
  }

  /// The program's command has no options of usher's.
  @Test func inAContainerNoOptionsAreAdvised() {
    tool.environment["container"] = "podman"
    let terminal = terminal("google", .failure(.interrupted))
    #expect(throws: TerminalSignInError.self) { try acme(at: terminal).signIn() }
    #expect(terminal.transcript.contains { $0.hasPrefix("To sign in at Google, open this address.") })
    #expect(
      !terminal.transcript.contains { $0.hasPrefix("You are in a container.") || $0.contains("--listen") })
  }

  /// Neither its sentences nor its commands are usher's.
  @Test func theConversationIsTheProgramsOwn() throws {
    let terminal = terminal("kim@example.com", "1", .failure(.interrupted))
    var acme = acme([.emailLink, .password, .phone], at: terminal)
    acme.command = ["acme", "auth", "login"]
    acme.words = ["interrupted": "you stopped"]
    let error = #expect(throws: TerminalSignInError.self) { try acme.signIn() }
    #expect(error?.code == "usher/interrupted")
    #expect(error?.message == "you stopped")
    #expect(error?.exitStatus == 130)
    #expect(
      terminal.transcript.prefix(3) == [
        "Type a phone number with its country code or an e-mail address.",
        "If you type a phone number, an SMS will be sent to it; standard rates may apply.",
        "Sign in with: ",
      ])
    #expect(!terminal.transcript.contains { $0.contains("usher") })
    #expect(!tool.hostMessages.contains("usher"))
  }

  @Test func onlyWhatTheProgramOffersIsTaken() throws {
    let terminal = terminal("google", "passkey", "+16505550123", .shownCode)
    let user = try acme([.phone, .anonymous], at: terminal).signIn()
    #expect(user.providers == ["phone"])
    let refusals = terminal.transcript.filter { $0.hasPrefix("Acme") || $0.hasPrefix("acme") }
    #expect(
      refusals
        == Array(repeating: "Acme does not offer this sign-in method. Use another one.", count: 2))
    let error = #expect(throws: TerminalSignInError.self) {
      try acme([.phone], at: terminal).signIn(as: "kim@example.com")
    }
    #expect(error?.code == "auth/operation-not-allowed")
  }

  /// An address has only the methods that are offered, whatever the account has.
  @Test func anAddressHasTheOfferedMethods() throws {
    let terminal = terminal("kim@example.com", .line(ToolHarness.password), .line(ToolHarness.password))
    let user = try acme([.password], at: terminal).signIn()
    #expect(user.email == "kim@example.com")
    let again = self.terminal("kim@example.com", .failure(.interrupted))
    #expect(throws: TerminalSignInError.self) { try acme([.emailLink], at: again).signIn() }
    #expect(!again.transcript.contains { $0.contains("How do you want") })
  }

  @Test func withOneMethodNothingIsChosen() throws {
    let user = try acme([.anonymous], at: terminal()).signIn()
    #expect(user.isAnonymous)
    let terminal = terminal("+16505550123", .shownCode)
    #expect(try acme([.phone], at: terminal).signIn().phoneNumber == "+16505550123")
    #expect(!terminal.transcript.contains("Sign in with: "))
  }

  @Test func twoUsersStaySignedIn() throws {
    let terminal = terminal("+16505550123", .shownCode, "+16505550124", .shownCode)
    let first = try acme(at: terminal).signIn()
    var second = acme(at: terminal)
    second.session = "ops"
    let ops = try second.signIn()
    #expect(try acme(at: terminal).currentUser() == first)
    #expect(try second.currentUser() == ops)
    try second.signOut()
    let error = #expect(throws: TerminalSignInError.self) { try second.idToken() }
    #expect(error?.description == "no user is signed in as 'ops'\n  sign in:  acme login")
  }

  @Test func withoutATerminalNobodyIsAsked() {
    let nobody = ScriptedTerminal(isInteractive: false)
    let error = #expect(throws: TerminalSignInError.self) { try acme(at: nobody).signIn() }
    #expect(error?.code == "usher/no-terminal")
    #expect(error?.message == "acme cannot ask you: there is no terminal")
  }

  @Test(arguments: ["", "a/b", "..", ".acme"]) func aNameThatIsNoFolderIsRefused(name: String) {
    let signIn = TerminalSignIn(AuthOptions(apiKey: "key", projectID: "demo-acme"), appName: name)
    let error = #expect(throws: TerminalSignInError.self) { try signIn.currentUser() }
    #expect(error?.code == "auth/argument-error")
  }
}

extension Catalog {
  fileprivate static var acme: Catalog {
    var catalog = Catalog.english
    catalog.program = "acme"
    return catalog
  }
}
