import Administration
import AuthClient
import CommandKit
import Essentials
import HTTP

struct ProjectDiff: ToolCommand, ReadsProject {
  static let name = "project diff"
  static let abstract: Text = "Compare two projects, or a project with a file."
  static let discussion = """
    Each side is a profile, local, the URL of a server, or a file of usher project export. A word with a slash \
    or .json at its end is a file. Without a second side, usher compares with the project that the command \
    would change. The exit status is 1 if they differ. Secrets are not compared with projects that hide them, \
    and neither are the domains that each project has from Firebase Hosting.
    """
  static let arguments: [Argument<Self>] =
    [
      .positional(\.first, "a", help: "The one side.", completion: .file),
      .positional(\.second, "b", help: "The other side.", required: false, completion: .file),
    ] + Argument.set(\.administrator)
  static let examples = [
    Example("usher project diff auth.json", "Fail a CI job if the project is not as in the repository."),
    Example("usher project diff local auth.json", "Compare the local server."),
  ]

  var first = ""
  var second: String?
  var administrator = AdministratorOptions()

  struct Result: CommandResult {
    var equal: Bool
    var changes: [ConfigurationDifference]
  }

  func report(in context: Context) throws -> Report<Result> {
    let words = [first] + (second.map { [$0] } ?? [])
    if words.count == 2, let option = context.namesProject, !words.contains(where: Self.isFile) {
      throw UsageError.misuse("\(option) does not go with two projects", hint: "name a profile for each")
    }
    var places = try words.map { Self.isFile($0) ? nil : try context.place.destination(named: $0) }
    if second == nil { places.append(try context.place.destination()) }
    let tenants = Set(places.compactMap(\.self).map { $0.tenant != nil })
    guard tenants.count < 2 else {
      throw UsageError.misuse("a project and a tenant have different settings", hint: "compare two of a kind")
    }
    let isTenant = tenants.first ?? (context.settings.options.tenant != nil)
    // A credential for one side is not for the embedded server on the other, and one for Google not for any.
    let isAtGoogle = places.contains { $0?.endpoint == .production }
    let isElsewhere = places.contains { $0?.isEmbedded == false }
    let documents = try zip(places, words + [""]).map { place, word in
      guard let place else {
        return try ConfigurationDocument.read(word, isTenant: isTenant, in: context.world)
      }
      let isLocal = place.endpoint != .production
      let options =
        isLocal && (isAtGoogle || place.isEmbedded && isElsewhere) ? AdministratorOptions() : administrator
      return try context.project(options, at: place).administrator().document()
    }
    let changes = documents[0].changes(to: documents[1])
    if !changes.isEmpty { context.output.exitStatus = ExitCode.failure.rawValue }
    return Report(
      .ok, Result(equal: changes.isEmpty, changes: changes.map(ConfigurationDifference.init)),
      lines: changes.map(\.line), notes: changes.isEmpty ? ["No differences."] : [])
  }

  private static func isFile(_ side: String) -> Bool {
    side == "-" || side.hasSuffix(".json") || side.contains("/") && !side.contains("://")
  }
}
