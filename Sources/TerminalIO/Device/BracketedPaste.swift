/// How a terminal tells what is pasted from what is typed, once it was asked to.
///
/// One that has not heard of it ignores the request and sends a paste as if it were typed.
enum BracketedPaste {
  static let on = "\u{1B}[?2004h"
  static let off = "\u{1B}[?2004l"

  /// What stands before a paste, and behind it.
  static let begin = "\u{1B}[200~"
  static let end = "\u{1B}[201~"
}
