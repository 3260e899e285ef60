import CommandKit
import LibC
import TerminalIO

/// Finds the app's configuration file where none was named.
struct AppFileSearch {
  let context: Context

  func path() throws -> String {
    let found = AppFile.usualNames.map { context.currentFolder + "/" + $0 }.filter { access($0, F_OK) == 0 }
    let names = found.map { $0.dropFirst(context.currentFolder.count + 1) }.map(String.init)
    if found.count == 1 { return found[0] }
    guard context.isInteractive else {
      throw UsageError.misuse(
        found.isEmpty
          ? "which file is the app's configuration?"
          : "there are several configuration files: " + names.joined(separator: ", "),
        hint: "name it: usher init GoogleService-Info.plist")
    }
    if found.isEmpty {
      return try context.terminal.ask("The app's configuration file: ", within: context.waitLimit)
    }
    return found[
      try context.terminal.choose("Which file?", from: names, within: context.waitLimit)]
  }
}

/// Chooses one of the apps that a file speaks of.
struct AppChoice {
  let context: Context

  func app(of file: AppFile, named name: String?) throws -> ProfileSettings {
    let apps = file.apps
    let ids = apps.map { $0.androidPackage ?? $0.bundleID ?? $0.appID ?? "nameless" }
    if let name {
      // A package may be there under several app ids: the first is as good as the others.
      if let app = apps.first(where: { [$0.appID, $0.androidPackage, $0.bundleID].contains(name) }) {
        return app
      }
      throw UsageError.misuse(
        "the file has no app called \(name)", hint: "it has: " + ids.joined(separator: ", "))
    }
    if apps.count == 1 { return apps[0] }
    guard context.isInteractive else {
      throw UsageError.misuse(
        "the file has several apps: " + ids.joined(separator: ", "), hint: "choose one with --app")
    }
    return apps[try context.terminal.choose("Which app?", from: ids, within: context.waitLimit)]
  }
}
