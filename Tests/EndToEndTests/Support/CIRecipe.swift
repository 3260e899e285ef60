import TestSupport
import Testing

/// A job as the manual or the README writes it down: commands for a shell, or steps of GitHub Actions or GitLab CI.
struct CIRecipe: CustomTestStringConvertible, Sendable {
  enum System: Sendable { case shell, gitHub, gitLab }

  struct Step: Equatable, Sendable {
    /// The name by which later steps know its outputs.
    var id: String?
    var script = ""
    var variables: [String: String] = [:]
    /// Whether it runs also after a failure, or when the job is cancelled.
    var isAlwaysRun = false
  }

  let system: System
  let text: String
  var variables: [String: String] = [:]
  var steps: [Step] = []

  /// Reads as much of YAML as the recipes use.
  init(_ lines: [Substring]) {
    let margin = lines.first?.prefix { $0 == " " }.count ?? 0
    let lines = lines.map { $0.dropFirst(margin) }
    text = lines.joined(separator: "\n")
    switch lines.first {
    case "jobs:": system = .gitHub
    case let line? where line.wholeMatch(of: /[a-z]+:/) != nil: system = .gitLab
    default:
      system = .shell
      steps = [Step(script: text)]
      return
    }
    var rest = lines[...]
    while let line = rest.popFirst() {
      let trimmed = line.drop { $0 == " " }
      switch trimmed {
      case "env:", "variables:":
        let found = Self.members(&rest, below: line)
        if steps.isEmpty { variables = found } else { steps[steps.count - 1].variables = found }
      case "steps:", "script:": break
      case _ where trimmed.hasPrefix("- uses: "): steps.append(Step())
      case "- if: always()": steps.append(Step(isAlwaysRun: true))
      case _ where trimmed.hasPrefix("- id: "): steps.append(Step(id: String(trimmed.dropFirst(6))))
      case "- run: |": steps.append(Step(script: Self.block(&rest, below: line)))
      case _ where trimmed.hasPrefix("- run: "): steps.append(Step(script: String(trimmed.dropFirst(7))))
      case _ where trimmed.hasPrefix("run: "): steps[steps.count - 1].script = String(trimmed.dropFirst(5))
      case _ where trimmed.hasPrefix("- "): steps.append(Step(script: String(trimmed.dropFirst(2))))
      default: break
      }
    }
  }

  /// The lines that stand deeper than `line`.
  private static func below(_ line: Substring, _ rest: inout ArraySlice<Substring>) -> [Substring] {
    let depth = line.prefix { $0 == " " }.count
    let inner = rest.prefix { $0.prefix { $0 == " " }.count > depth }
    rest = rest.dropFirst(inner.count)
    return Array(inner)
  }

  private static func block(_ rest: inout ArraySlice<Substring>, below line: Substring) -> String {
    // A step's other members stand deeper than its dash, too, but less than its lines.
    let depth = line.prefix { $0 == " " }.count + 4
    let inner = rest.prefix { $0.prefix { $0 == " " }.count >= depth }
    rest = rest.dropFirst(inner.count)
    return inner.map { String($0.dropFirst(depth)) }.joined(separator: "\n")
  }

  private static func members(
    _ rest: inout ArraySlice<Substring>, below line: Substring
  ) -> [String: String] {
    below(line, &rest).reduce(into: [:]) { members, line in
      guard let colon = line.firstRange(of: ": ") else { return }
      members[String(line[..<colon.lowerBound].drop { $0 == " " })] = String(line[colon.upperBound...])
    }
  }

  var testDescription: String { String(text.prefix { $0 != "\n" }) }
}

extension CIRecipe {
  /// Those of `usher help ci`: what is indented there.
  static func ofHelp(_ help: String) -> [CIRecipe] {
    help.split(separator: "\n", omittingEmptySubsequences: false).split(separator: "")
      .filter { $0.first?.first == " " }.map { CIRecipe(Array($0)) }
  }

  /// Those of a part of the README: what is fenced there.
  static func ofMarkdown(_ text: some StringProtocol) -> [CIRecipe] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .split { $0.hasPrefix("```") }.enumerated()
      // Every second piece stands between fences.
      .filter { $0.offset % 2 == 1 }.map { CIRecipe(Array($0.element).map { Substring($0) }) }
  }
}
