/// Runs of two programs in turn: A B A B….
struct Pairs {
  let runs: [(ours: Run, theirs: Run)]

  /// - Parameter count: after one pair that is not counted.
  init(_ count: Int, ours: () throws -> Run, theirs: () throws -> Run) rethrows {
    var runs: [(ours: Run, theirs: Run)] = []
    for _ in 0...count { runs.append((try ours(), try theirs())) }
    self.runs = Array(runs.dropFirst())
  }

  var wall: Ratio { ratio(of: \.wall) }
  var cpu: Ratio { ratio(of: \.cpu) }

  /// The most memory that ours ever had, in megabytes.
  var memory: Double { Double(runs.map(\.ours.memory).max() ?? 0) / 1e6 }

  private func ratio(of part: (Run) -> Duration) -> Ratio {
    Ratio(runs.map { (part($0.ours).milliseconds, part($0.theirs).milliseconds) })
  }
}
