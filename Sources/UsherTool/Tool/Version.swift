import CommandKit
import IdentityToolkit

struct Version: ToolCommand {
  static let name = "version"
  static let abstract = "Show the version."
  static let examples = [Example("usher version", "Show the version.")]
  static let fields = ["version"]

  static let report = Report(
    .ok, [.init("version", .string(Release.version))], lines: ["usher \(Release.version)"])

  func report(in context: Context) throws -> Report { Self.report }
}
