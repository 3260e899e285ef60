import CommandKit
import Essentials

@testable import UsherTool

/// The manual and the completions.
struct Pages: Equatable {
  /// Texts by their paths in the project.
  var texts: [String: String]

  /// The day of the last change to what the manual says.
  private static let date = "November 20, 2026"
  private static let folders = ["man", "completions"]

  /// As the command table gives them.
  static var generated: Pages {
    let tool = Tool.commands.description
    let manual = ManPage.all(
      of: tool, date: date,
      sections: [
        ManPage.Section("ENVIRONMENT", "Ev", HelpTopic.environment.text),
        ManPage.Section("FILES", "Pa", HelpTopic.files.text),
        ManPage.Section("EXIT STATUS", "Li", HelpTopic.exitCodes.text),
      ],
      topics: [
        ManPage.Topic("json", abstract: "The JSON results of usher.", HelpTopic.json.text),
        ManPage.Topic(
          "support", abstract: "What of usher was tried, and against what.", HelpTopic.support.text),
        ManPage.Topic("ci", abstract: "Signing in from CI jobs.", HelpTopic.ci.text),
      ])
    let completions = [
      "completions/\(tool.name).bash": BashCompletion(tool).script,
      "completions/_\(tool.name)": ZshCompletion(tool).script,
      "completions/\(tool.name).fish": FishCompletion(tool).script,
    ]
    return Pages(
      texts: manual.reduce(into: completions) { texts, page in texts["man/" + page.fileName] = page.text })
  }

  /// As they are in the project.
  static func checkedIn() throws -> Pages {
    let paths = try folders.flatMap { folder in
      try FileManager.default.contentsOfDirectory(atPath: project + folder).map { folder + "/" + $0 }
    }
    return Pages(
      texts: try paths.reduce(into: [:]) { texts, path in
        texts[path] = try String(contentsOf: URL(filePath: project + path), encoding: .utf8)
      })
  }

  /// Replaces those that are in the project.
  func write() throws {
    for folder in Self.folders {
      try? FileManager.default.removeItem(atPath: Self.project + folder)
      try FileManager.default.createDirectory(
        atPath: Self.project + folder, withIntermediateDirectories: false)
    }
    for (path, text) in texts { try Data(text.utf8).write(to: URL(filePath: Self.project + path)) }
  }

  /// The paths of those that `other` lacks or has differently, and of those that only `other` has.
  func differences(from other: Pages) -> [String] {
    Set(texts.keys).union(other.texts.keys).filter { texts[$0] != other.texts[$0] }.sorted()
  }

  /// The project's folder, with a slash.
  private static let project = #filePath.split(separator: "/").dropLast(4).reduce("/") { $0 + $1 + "/" }
}
