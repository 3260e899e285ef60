import CommandKit
import Essentials
import LibC
import TerminalIO

/// The file for the outputs of a step in a GitHub workflow.
struct StepOutput {
  private let file: FileOutput

  init(of environment: Environment) throws {
    guard let path = environment["GITHUB_OUTPUT"], !path.isEmpty else {
      throw UsageError.misuse(
        "GITHUB_OUTPUT is not set: this is not a step of a GitHub workflow",
        hint: Hint("print a line for a shell", ["usher", "token", "--format", "env"]))
    }
    let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw Diagnosis(
        .cannotWrite, "cannot write \(path) (\(String(cString: strerror(errno))))")
    }
    file = FileOutput(descriptor: descriptor)
  }

  /// Sets the output `name` and closes the file.
  func set(_ name: String, _ value: String) throws(OutputError) {
    try file.write("\(name)=\(value)\n")
    try file.close()
  }
}
