import AuthClient
import CommandKit
package import Flows
import TerminalIO

/// The sign-in of a host program's user, and the session that it leads to.
package struct HostedSession {
  private let world: World
  private let settings: RunSettings

  /// - Parameters:
  ///   - options: The server, the project and the name of the session.
  ///   - apiKey: The project's API key.
  package init(_ options: GlobalOptions, apiKey: String, in world: World) {
    self.world = world
    var variables = world.environment.variables
    variables["USHER_API_KEY"] = apiKey
    settings = RunSettings(options, Environment(variables))
  }

  /// Signs in at the terminal.
  /// - Parameter who: The number, address or provider; if nil, the user is asked.
  package func signIn(as who: String?) throws(Diagnosis) -> SavedSession {
    try run { context in
      guard context.person.isInteractive else { throw TerminalError.notATerminal }
      var command = SignIn()
      command.who = who
      for line in try command.report(in: context).lines { context.person.say(line) }
      return try context.sessions.active().saved
    }
  }

  /// The session as it was saved; nil if nobody is signed in.
  package func saved() throws(Diagnosis) -> SavedSession? {
    try run { context in try context.sessions.flow().current() }
  }

  /// Returns the session with an ID token that stays valid for five minutes or longer.
  package func renewed(force: Bool) throws(Diagnosis) -> SavedSession {
    try run { try $0.sessions.renewed(minimumLife: BlockingAuth.renewalMargin, force: force).saved }
  }

  /// Deletes the session from this machine. It works offline.
  package func signOut() throws(Diagnosis) {
    try run { _ = try SignOut().report(in: $0) }
  }

  private func run<Result>(_ body: (Context) throws -> Result) throws(Diagnosis) -> Result {
    let context = Context(world, settings, running: SignIn.name)
    defer { context.close() }
    do {
      return try body(context)
    } catch {
      if world.interruption() != nil { throw Diagnosis(TerminalError.interrupted) }
      let misuse = error as? UsageError ?? UsageError(misunderstood: error)
      let explanation = misuse.map { Tool.commands.explanation(of: $0, at: .command(SignIn.name)) }
      throw context.next.completed(
        explanation.map(Diagnosis.init) ?? Diagnosis(error, now: world.now()))
    }
  }
}
