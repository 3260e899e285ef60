/// Runs of two programs in alternation: A B A B….
struct Pairs {
  let runs: [(ours: Run, theirs: Run)]

  /// - Parameter count: The number of pairs, after one warm-up pair that is not counted.
  init(_ count: Int, ours: () throws -> Run, theirs: () throws -> Run) rethrows {
    var runs: [(ours: Run, theirs: Run)] = []
    for _ in 0...count { runs.append((try ours(), try theirs())) }
    self.runs = Array(runs.dropFirst())
  }

  var wall: Ratio { ratio(of: \.wall) }
  var cpu: Ratio { ratio(of: \.cpu) }

  /// The median of our peak memory, in megabytes.
  ///
  /// About one run in a hundred uses more, because the kernel also maps pages near the needed ones.
  var memory: Double { runs.map { Double($0.ours.memory) / 1e6 }.quantile(0.5) }

  private func ratio(of part: (Run) -> Duration) -> Ratio {
    Ratio(runs.map { (part($0.ours).milliseconds, part($0.theirs).milliseconds) })
  }
}
