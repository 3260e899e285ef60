import CommandKit
import IdentityToolkit
import TerminalIO

extension EmailAddress {
  /// The address that was given, or is asked for.
  static func read(_ text: String?, asking prompt: String = "E-mail address: ", in context: Context) throws
    -> EmailAddress
  {
    if let text { return try read(text) }
    guard context.isInteractive else {
      throw UsageError.misuse("the e-mail address is missing", hint: "it looks like name@example.com")
    }
    while true {
      let typed = try context.terminal.ask(prompt, within: context.waitLimit)
      do {
        return try read(typed)
      } catch {
        context.say(error)
      }
    }
  }
}
