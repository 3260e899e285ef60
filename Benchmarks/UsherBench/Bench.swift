import LibC

/// Measures the given bars, and prints the results beside the promises.
enum Bench {
  static func main() -> Never {
    signal(SIGPIPE, SIG_IGN)
    let names = CommandLine.arguments.dropFirst()
    if names.contains("--list") {
      for bar in Bar.all { print(Table.row([bar.name, bar.summary], widths: [12])) }
      exit(0)
    }
    if let unknown = names.first(where: { name in !Bar.all.contains { $0.name == name } }) {
      complain("there is no bar called \(unknown); see: Benchmarks/run --list")
      exit(64)
    }
    let bars = names.isEmpty ? Bar.all : Bar.all.filter { names.contains($0.name) }
    do {
      exit(try measure(bars) ? 0 : 1)
    } catch {
      complain("\(error)")
      exit(70)
    }
  }

  /// Measures the bars and returns whether all promises are kept.
  ///
  /// If one bar cannot be measured, the others still run.
  private static func measure(_ bars: [Bar]) throws -> Bool {
    let site = try Site()
    defer { site.remove() }
    print(Table.row(["bar", "measured", "promise", ""]))
    var allKept = true
    for bar in bars {
      do {
        for finding in try bar.measure(try site.lot(bar.name)) {
          print(Table.row(finding.cells))
          if finding.isKept == false { allKept = false }
        }
      } catch {
        allKept = false
        complain("\(bar.name): \(error)")
      }
    }
    return allKept
  }

  private static func complain(_ sentence: String) {
    let line = Array("error: \(sentence)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
  }
}
