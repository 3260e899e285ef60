import LibC
import TestSupport
import Testing

/// Runs recipes as a runner of their system does: a home of its own, the system's variables and files, a shell that
/// stops at the first failure.
struct CIRunner {
  /// What the project's settings hold: `secrets` and `vars`, or GitLab's variables.
  var settings: [String: String] = [:]
  private let usher = Usher()

  var home: TemporaryFolder { usher.home }

  /// What was printed; after the first step that fails, the runner skips most of the others.
  @discardableResult
  func run(_ recipe: CIRecipe) throws -> String {
    var outputs: [String: String] = [:]
    var log = ""
    var failure: String?
    for (name, text) in ["github_env": "", "github_output": ""] { home.write(text, to: name) }
    for step in recipe.steps where !step.script.isEmpty && (failure == nil || step.isAlwaysRun) {
      var usher = usher
      usher.environment["CI"] = "true"
      // GitLab hands every setting to the script, and so does whoever exports them in a shell.
      if recipe.system != .gitHub { usher.environment.merge(settings) { $1 } }
      if recipe.system == .gitHub {
        usher.environment.merge([
          "GITHUB_ACTIONS": "true", "GITHUB_ENV": home.path + "/github_env",
          "GITHUB_OUTPUT": home.path + "/github_output", "RUNNER_TEMP": home.path,
          // Where the test stands in for a real project.
          "API_URL": settings["API_URL"] ?? "",
        ]) { $1 }
        usher.environment["USHER_ENDPOINT"] = settings["USHER_ENDPOINT"]
        // What the runner itself gives a job.
        usher.environment.merge(settings.filter { $0.key.hasPrefix("ACTIONS_") }) { $1 }
      }
      for (name, value) in assignments("github_env") { usher.environment[name] = value }
      for (name, value) in recipe.variables.merging(step.variables, uniquingKeysWith: { $1 }) {
        usher.environment[name] = try expanded(value, outputs)
      }
      let ending = usher.script("set -eo pipefail\n" + step.script)
      log += ending.output + ending.errors
      if ending.status != 0 {
        failure = failure ?? "\(step.script): \(ending.status)\n\(ending.output)\(ending.errors)"
      }
      if let id = step.id {
        for (name, value) in assignments("github_output") { outputs["steps.\(id).outputs.\(name)"] = value }
      }
    }
    if let failure { throw Failure(log: log, reason: failure) }
    return log
  }

  /// A job with a step that failed.
  struct Failure: Error {
    let log: String
    let reason: String
  }

  private func assignments(_ file: String) -> [(name: String, value: String)] {
    (home.text(of: file) ?? "").split(separator: "\n").compactMap { line in
      let halves = line.split(separator: "=", maxSplits: 1).map(String.init)
      return halves.count == 2 ? (halves[0], halves[1]) : nil
    }
  }

  /// `${{ secrets.NAME }}` and the like, replaced.
  private func expanded(_ value: String, _ outputs: [String: String]) throws -> String {
    guard let match = value.firstMatch(of: /\$\{\{ ([a-z_.]+)\.([A-Za-z_]+) \}\}/) else { return value }
    let (context, name) = (String(match.1), String(match.2))
    let known =
      switch context {
      case "secrets", "vars": settings[name]
      case "github.event": "7"
      default: outputs["\(context).\(name)"]
      }
    return try value[..<match.range.lowerBound] + #require(known, "\(value) is not known here")
      + value[match.range.upperBound...]
  }
}
