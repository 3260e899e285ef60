/// A sign on a terminal that the program works, for whoever waits.
package struct Spinner: Sendable {
  /// Who waits no longer than this sees nothing.
  package static let patience = Duration.milliseconds(400)

  private let output: FileOutput
  private let words: String
  private let delay: Duration

  /// - Parameter words: What stands beside the sign. They are short: a line that wraps could not be taken back.
  package init(on output: FileOutput, saying words: String, after delay: Duration = patience) {
    self.output = output
    self.words = words
    self.delay = delay
  }

  /// Does `work`, and shows meanwhile that it takes its time; nothing of that stays on the screen.
  package func turn<Result, Failure>(
    during work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let turning = TurningSpinner(on: output, saying: words, after: delay)
    defer { turning?.stop() }
    return try work()
  }
}
