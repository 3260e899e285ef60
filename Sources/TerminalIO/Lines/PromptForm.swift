internal import LibC

/// How the answer to a prompt is typed.
package enum PromptForm: Equatable, Sendable {
  /// In the terminal's own line mode: its erase keys work. Nothing is sent that a screen reader or a terminal
  /// without capabilities could not make sense of.
  case plain
  /// With editing keys, and pastes told from typing; `terminal` is its name in the terminal database.
  case edited(terminal: String)

  /// What the variables `TERM` and `USHER_ACCESSIBLE` say.
  package init(variable: (String) -> String?) {
    let accessible = variable("USHER_ACCESSIBLE") ?? ""
    let terminal = variable("TERM") ?? ""
    // In a text editor's shell window (`emacs`) lines are edited before they are sent.
    let isPlain = !accessible.isEmpty || ["", "dumb", "emacs"].contains(terminal)
    self = isPlain ? .plain : .edited(terminal: terminal)
  }

  package static var ofThisProcess: PromptForm {
    PromptForm { name in getenv(name).map { String(cString: $0) } }
  }
}
