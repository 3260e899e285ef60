import CommandKit
import Essentials
import TerminalIO

// What `--copy` does in place of printing.

extension RunSettings {
  /// Refuses `--copy` where the result is asked for as well.
  func checkCopying() throws {
    if wantsJSON || options.field != nil {
      throw UsageError.misuse("--copy prints no result, so --json and --field do not go with it")
    }
  }
}

extension Person {
  func copy(_ text: String) throws(Diagnosis) {
    try Clipboard(settings.environment, at: terminal).copy(text)
    output.tell(Text("Copied."))
  }
}
