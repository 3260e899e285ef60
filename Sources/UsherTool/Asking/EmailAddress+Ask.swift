import CommandKit
import Essentials
import IdentityToolkit
import TerminalIO

extension EmailAddress {
  /// The address that was given, or is asked for.
  /// - Parameter explanation: which one is meant, where that does not go without saying.
  static func read(
    _ text: String?, explaining explanation: Text? = nil, from person: Person
  ) throws -> EmailAddress {
    if let text { return try read(text) }
    guard person.isInteractive else {
      throw UsageError.misuse("the e-mail address is missing", hint: "use the form name@example.com")
    }
    if let explanation { person.terminal.say(explanation) }
    while true {
      let typed = try person.terminal.ask("E-mail address: ", within: person.waitLimit)
      do {
        return try read(typed)
      } catch {
        person.say(error)
      }
    }
  }
}
