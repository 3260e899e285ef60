import AuthClient
import CommandKit
import Crypto
package import Flows
import LibC
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
      // Where it is first needed, a missing one would end the program.
      guard CryptoLibrary.isAvailable else { throw Diagnosis.libraryMissing(SystemLibrary.crypto.rawValue) }
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
    // A connection that is cut must not end the program.
    let pipeSignal = BlockedSignal(SIGPIPE)
    defer { pipeSignal.unblock() }
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

/// A signal that this thread does not get for a while.
private struct BlockedSignal {
  private let signal: Int32
  private let before: sigset_t
  private let alone: sigset_t

  init(_ signal: Int32) {
    self.signal = signal
    var (alone, before) = (sigset_t(), sigset_t())
    sigemptyset(&alone)
    sigaddset(&alone, signal)
    pthread_sigmask(SIG_BLOCK, &alone, &before)
    (self.alone, self.before) = (alone, before)
  }

  /// Drops the signal if it came, and lets the thread get it again.
  func unblock() {
    var (pending, before) = (sigset_t(), before)
    sigpending(&pending)
    if sigismember(&before, signal) == 0, sigismember(&pending, signal) == 1 {
      var (alone, taken) = (alone, Int32())
      sigwait(&alone, &taken)
    }
    pthread_sigmask(SIG_SETMASK, &before, nil)
  }
}
