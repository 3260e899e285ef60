import CommandKit
import TerminalIO

/// What is asked before something is destroyed, and refused.
struct DestructionRules {
  let place: Place
  let person: Person

  /// Asks before something is destroyed.
  /// - Parameter isNamed: It was named itself, wherever this run goes.
  func confirm(_ question: String, isNamed: Bool = false) throws {
    if !isNamed { try refuseFolderProfile() }
    if person.settings.options.yes { return }
    guard person.isInteractive else {
      throw UsageError.misuse(
        "this needs a confirmation, and usher cannot ask you", hint: "confirm it with --yes")
    }
    guard try person.terminal.confirm(question, within: person.waitLimit) else {
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
