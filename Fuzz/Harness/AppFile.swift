import Essentials
import Flows

@testable import UsherTool

extension FuzzTarget {
  /// Checks app files, property lists, JSON and code: no profile setting may have a value that `profile set` refuses.
  static let appFile = FuzzTarget(name: "import") { bytes in
    guard let file = try? AppFile.read(Data(bytes), named: "file") else { return }
    demand(!file.apps.isEmpty, "a file of no apps")
    for app in file.apps {
      demand(app.apiKey != nil && app.projectID != nil, "an app without key or project")
      for setting in ProfileSetting.allCases {
        guard let value = app[keyPath: setting.property] else { continue }
        demand(setting.value(of: value) != nil, "a \(setting.rawValue) that could be none")
      }
    }
  }
}
