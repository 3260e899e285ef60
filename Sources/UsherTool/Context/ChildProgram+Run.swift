import CommandKit
import LibC
import TerminalIO

extension ChildProgram {
  /// Runs a program that is found in PATH to its end, which becomes this run's.
  /// - Parameter started: called as soon as the program runs.
  /// - Throws: a diagnosis with the exit status of a shell where the program cannot be run.
  static func run(
    _ words: [String], _ environment: [String: String], in context: Context, started: () -> Void = {}
  ) throws(Diagnosis) {
    // Nothing of ours is open while the program runs, which may call us again.
    context.close()
    // They would end this process alone, and mean the program.
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
