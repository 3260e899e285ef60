import CommandKit

// What `--copy` does in place of printing.

extension Context {
  /// Refuses `--copy` where the result is asked for as well.
  func checkCopying() throws {
    if settings.wantsJSON || settings.options.field != nil {
      throw UsageError.misuse("--copy prints no result, so --json and --field do not go with it")
    }
  }

  func copy(_ text: String) throws(Diagnosis) {
    try Clipboard(world.environment, at: world.terminal).copy(text)
    output.tell("Copied.")
  }
}
