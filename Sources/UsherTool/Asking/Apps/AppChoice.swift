import CommandKit
import Essentials
import Flows
import LibC
import TerminalIO

/// Chooses one of the apps that a file speaks of.
struct AppChoice {
  let person: Person

  func app(of file: AppFile, named name: String?) throws -> ProfileSettings {
    let apps = file.apps
    let ids = apps.map { $0.androidPackage ?? $0.bundleID ?? $0.appID ?? $0.projectID ?? "nameless" }
    if let name {
      // A package may be there under several app ids: the first is as good as the others.
      if let app = apps.first(where: { [$0.appID, $0.androidPackage, $0.bundleID].contains(name) }) {
        return app
      }
      let others = apps.filter { [$0.platform, $0.projectID].contains(name) }
      if others.count == 1 { return others[0] }
      throw UsageError.misuse(
        "the file has no app called \(name)", hint: "choose one of these: \(ids.joined(separator: ", "))")
    }
    if apps.count == 1 { return apps[0] }
    guard person.isInteractive else {
      throw UsageError.misuse(
        "the file has several apps: \(ids.joined(separator: ", "))", hint: "choose one with --app")
    }
    return try person.choose("Which app?", among: Array(zip(apps, ids))) { Text(verbatim: $1) }.0
  }
}

extension ProfileSettings {
  /// The kind of app that the app id names, such as `web` or `ios`.
  fileprivate var platform: String? {
    let parts = appID?.split(separator: ":") ?? []
    return parts.count > 2 ? String(parts[2]) : nil
  }
}

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
    return try person.choose("Which file?", among: Array(zip(found, names))) { Text(verbatim: $1) }.0
  }
}

/// The ids by which stores and systems know an app.
enum AppIdentifier {
  /// Apple's: words of letters, digits and hyphens, with dots between them.
  static func isBundleID(_ text: String) -> Bool {
    let words = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return text.utf8.count <= longest
      && words.allSatisfy { word in
        !word.isEmpty && word.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "-") }
      }
  }

  /// Android's: two words or more, each with a letter first, then letters, digits and underscores.
  static func isAndroidPackage(_ text: String) -> Bool {
    let words = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return text.utf8.count <= longest && words.count >= 2
      && words.allSatisfy { word in
        word.first.map(\.isASCIILetter) == true
          && word.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "_") }
      }
  }

  private static let longest = 255
}
