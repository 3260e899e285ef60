import CommandKit
import Essentials
import Flows
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
    return apps[
      try person.terminal.choose("Which app?", from: ids.map { Text(verbatim: $0) }, within: person.waitLimit)
    ]
  }
}

extension ProfileSettings {
  /// The kind of app that the app id names, such as `web` or `ios`.
  fileprivate var platform: String? {
    let parts = appID?.split(separator: ":") ?? []
    return parts.count > 2 ? String(parts[2]) : nil
  }
}
