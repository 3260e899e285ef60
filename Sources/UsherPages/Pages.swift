import CommandKit
import CommandPages
import Essentials
import UsherTool

/// The manual pages and completion scripts from the command table.
struct Pages: Equatable {
  /// The texts by path, relative to the project.
  var texts: [String: String]

  /// The day when the manual's content last changed.
  private static let date = "November 23, 2026"
  static let folders = ["man", "completions"]

  static var generated: Pages {
    let tool = Tool.commands.description
    let manual = ManPage.all(
      of: tool, date: date,
      sections: [
        ManPage.Section("ENVIRONMENT", "Ev", HelpTopic.environment.text),
        ManPage.Section("FILES", "Pa", HelpTopic.files.text),
        ManPage.Section("EXIT STATUS", "Li", HelpTopic.exitCodes.text),
      ],
      examples: ["verify-phone", "signin", "token", "exec", "serve"].flatMap {
        tool.command($0)?.examples.prefix(1) ?? []
      },
      topics: [
        ManPage.Topic("admin", abstract: "Administering a project.", HelpTopic.admin.text),
        ManPage.Topic(
          "providers", abstract: "Signing in at identity providers.", HelpTopic.providers.text),
        ManPage.Topic(
          "json", abstract: "The JSON results of usher.", HelpTopic.json.text,
          sections: [ManPage.Section("ERROR CODES", "Li", HelpTopic.errorCodes)]),
        ManPage.Topic(
          "support", abstract: "Which services and systems usher was tested with.", HelpTopic.support.text),
        ManPage.Topic("team", abstract: "Running one server for a team.", HelpTopic.team.text),
        ManPage.Topic("suite", abstract: "usher in Firebase's Emulator Suite.", HelpTopic.suite.text),
        ManPage.Topic("ci", abstract: "Signing in from CI jobs.", HelpTopic.ci.text),
        ManPage.Topic(
          "config", section: 5, abstract: ConfigurationManual.abstract.english, ConfigurationManual.overview,
          sections: [
            ManPage.Section("PRECEDENCE", "Li", ConfigurationManual.precedence),
            ManPage.Section("SETTINGS", "Li", ConfigurationManual.settings),
            ManPage.Section("PROFILE SETTINGS", "Li", ConfigurationManual.profileSettings),
            ManPage.Section("FOLDER PROFILES", "Li", ConfigurationManual.folderProfile),
            ManPage.Section("FILES", "Pa", HelpTopic.files.text),
            ManPage.Section("EXAMPLES", "Li", ConfigurationManual.examples),
          ], commands: ["config", "profile", "init"]),
      ])
    let completions = [
      "completions/\(tool.name).bash": BashCompletion(tool).script,
      "completions/_\(tool.name)": ZshCompletion(tool).script,
      "completions/\(tool.name).fish": FishCompletion(tool).script,
    ]
    return Pages(
      texts: manual.reduce(into: completions) { texts, page in texts["man/" + page.fileName] = page.text })
  }

  /// Replaces the pages in the project's folder, and the template of the catalogues.
  func write(to project: String) throws {
    for folder in Self.folders {
      let path = project + "/" + folder
      try? FileManager.default.removeItem(atPath: path)
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }
    var texts = texts
    texts[TextTemplate.path] = try TextTemplate(project: project).text
    for (path, text) in texts { try Data(text.utf8).write(to: URL(filePath: project + "/" + path)) }
  }
}
