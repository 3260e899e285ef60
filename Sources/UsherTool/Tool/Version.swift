import CommandKit

struct Version: ToolCommand {
  static let name = "version"
  static let abstract = "Show the version."
  static let examples = [Example("usher version", "Show the version.")]

  struct Result: CommandResult {
    var version: String
  }

  static let report = Report(.ok, Result(version: Release.version), lines: ["usher \(Release.version)"])

  func report(in context: Context) throws -> Report<Result> { Self.report }
}
