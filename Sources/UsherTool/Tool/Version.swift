import CommandKit

struct Version: ToolCommand {
  static let name = "version"
  static let abstract = "Show the version and the commit it was built from."
  static let discussion = "--version shows the version alone. A build without git does not know its commit."
  static let examples = [
    Example("usher version", "Show the version and the commit."),
    Example("usher version --field version", "Print the bare number for a script."),
  ]

  struct Result: CommandResult, Equatable {
    var version = Release.version
    /// Null where the build could not tell, like the next.
    var commit: String?
    var commitDate: String?

    init(_ commit: Release.Commit?) {
      self.commit = commit?.id
      commitDate = commit?.date
    }

    private enum CodingKeys: String, CodingKey {
      case version, commit
      case commitDate = "commit_date"
    }
  }

  /// What `--version` shows.
  static var brief: Report<Result> {
    Report(.ok, Result(Release.commit), lines: ["usher \(Release.version)"])
  }

  static func report(of commit: Release.Commit?) -> Report<Result> {
    let origin = commit.map { " (\($0.id), \($0.date))" } ?? ""
    return Report(.ok, Result(commit), lines: ["usher \(Release.version)\(origin)"])
  }

  func report(in context: Context) throws -> Report<Result> { Self.report(of: Release.commit) }
}
