import CommandKit
import IdentityToolkit
import TerminalIO

extension EmailAddress {
  /// The address that was given, or is asked for.
  static func read(_ text: String?, asking prompt: String = "E-mail address: ", from person: Person) throws
    -> EmailAddress
  {
    if let text { return try read(text) }
    guard person.isInteractive else {
      throw UsageError.misuse("the e-mail address is missing", hint: "write it as in name@example.com")
    }
    while true {
      let typed = try person.terminal.ask(prompt, within: person.waitLimit)
      do {
        return try read(typed)
      } catch {
        person.say(error)
      }
    }
  }
}
