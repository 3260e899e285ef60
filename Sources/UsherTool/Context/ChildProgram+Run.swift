import CommandKit
import Essentials
import LibC
import TerminalIO

extension ChildProgram {
  /// Runs a program from PATH until it ends; its exit status becomes that of this run.
  /// - Parameter started: Called as soon as the program runs.
  /// - Throws: A diagnosis with a shell's exit status if the program cannot be run.
  static func run(
    _ words: [String], _ environment: [String: String], in context: Context, started: () -> Void = {}
  ) throws(Diagnosis) {
    // Close everything, because the program may run usher again.
    context.close()
    // By default these signals end only this process. They are meant for the program.
    for signal in [SIGUSR1, SIGUSR2] { Interruption.watch(signal) }
    guard let child = start(words, environment) else {
      throw Diagnosis(
        errno == ENOENT ? .noSuchProgram : .cannotRun,
        "cannot run \(words[0]) (\(String(cString: strerror(errno))))", retry: .newInput)
    }
    started()
    let ending = wait(for: child)
    context.output.exitStatus = ending.status
    context.output.programsSignal = ending.signal
    context.output.signalHandedOn = ending.handedOn
  }
}
