import CommandKit
import Essentials
import TerminalIO

/// What is asked before something is destroyed, and refused.
struct DestructionRules {
  let place: Place
  let person: Person

  /// Shows what changes, before the question; with `--yes`, only where.
  func say(_ lines: [Text], of project: Text) {
    if person.settings.options.yes { return person.output.tell("Changing \(project).") }
    guard person.isInteractive else { return }
    for line in lines { person.terminal.say(line) }
  }

  /// Asks before something is destroyed.
  /// - Parameters:
  ///   - id: What has to be typed in place of yes, if anything.
  ///   - isNamed: It was named itself, wherever this run goes.
  func confirm(_ question: Text, typing id: String? = nil, isNamed: Bool = false) throws {
    if !isNamed { try refuseFolderProfile() }
    if person.settings.options.yes { return }
    guard person.isInteractive else {
      throw UsageError.misuse(
        "this needs a confirmation, and usher cannot ask you", hint: "confirm it with --yes")
    }
    guard let id else {
      if try person.terminal.confirm(question, within: person.waitLimit) { return }
      throw Diagnosis(.declined, "nothing was changed")
    }
    person.terminal.say(question)
    let answer = try person.terminal.ask(
      id.count > 20 ? "Type its id: " : "Type \(id): ", within: person.waitLimit)
    let typed = answer.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed()
    guard String(typed).hasBytes(of: id) else {
      throw Diagnosis(.declined, "nothing was changed")
    }
  }

  /// A file in a folder must not decide where something is destroyed.
  func refuseFolderProfile() throws {
    let destination = try place.destination()
    guard destination.source == .folderProfile else { return }
    throw UsageError.misuse(
      "this deletes data, and only \(FolderProfile.fileName) names the profile",
      hint: "if you mean this profile, name it with -p \(destination.profile)")
  }
}
