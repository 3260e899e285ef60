/// A sign on a terminal that the program works, for whoever waits.
package struct Spinner: Sendable {
  /// Who waits no longer than this sees nothing.
  package static let patience = Duration.milliseconds(400)

  private let output: FileOutput
  private let delay: Duration

  package init(on output: FileOutput, after delay: Duration = patience) {
    self.output = output
    self.delay = delay
  }

  /// Does `work`, and shows meanwhile that it takes its time; nothing of that stays on the screen.
  package func turn<Result, Failure>(
    during work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let turning = TurningSpinner(on: output, after: delay)
    defer { turning?.stop() }
    return try work()
  }
}
