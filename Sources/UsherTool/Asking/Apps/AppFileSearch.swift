import CommandKit
import Essentials
import LibC
import TerminalIO

/// Finds the app's configuration file where none was named.
struct AppFileSearch {
  let person: Person
  let currentFolder: String

  func path() throws -> String {
    let isFlutter = access(currentFolder + "/pubspec.yaml", F_OK) == 0
    let folders = [""] + (isFlutter ? AppFile.flutterFolders.map { $0 + "/" } : [])
    let found = folders.flatMap { folder in AppFile.usualNames.map { currentFolder + "/" + folder + $0 } }
      .filter { access($0, F_OK) == 0 }
    let names = found.map { $0.dropFirst(currentFolder.count + 1) }.map(String.init)
    if found.count == 1 { return found[0] }
    guard person.isInteractive else {
      throw UsageError.misuse(
        found.isEmpty
          ? "no configuration file of an app is named"
          : "there are several configuration files: \(names.joined(separator: ", "))",
        hint: Hint("name it, as in", template: ["usher", "init", "GoogleService-Info.plist"]))
    }
    if found.isEmpty {
      person.terminal.say(
        "Type the name of your app's configuration file, such as google-services.json.")
      return try person.terminal.ask("Configuration file: ", within: person.waitLimit)
    }
    return found[
      try person.terminal.choose(
        "Which file?", from: names.map { Text(verbatim: $0) }, within: person.waitLimit)]
  }
}
