import Administration
import AuthClient
import CommandKit
import Essentials
import HTTP
import IdentityToolkit
import LibC
import PrivateFiles
import TerminalIO

// The configuration as one document: read from a project or a file, and applied.

extension ProjectAdministrator {
  /// Returns the configuration of the project, or of the backend's tenant.
  func document() throws -> ConfigurationDocument {
    ConfigurationDocument(
      config: try projectConfig(), providers: try providerConfigs(), project: backend.project,
      isTenant: isTenants)
  }

  func carryOut(_ step: ConfigurationPlan.Step) throws(AuthFailure) {
    switch step {
    case .updateConfig(let config, let mask): try updateProjectConfig(config, mask: mask)
    case .createProvider(let id, let config): _ = try createProvider(id, config)
    case .updateProvider(let id, let config, let mask): _ = try updateProvider(id, config, mask: mask)
    case .removeProvider(let id): try removeProvider(id)
    }
  }
}

extension ConfigurationDocument {
  /// Reads a file; `-` is standard input.
  static func read(_ path: String, isTenant: Bool, in world: World) throws -> ConfigurationDocument {
    let name = FileInput.name(of: path)
    let text = try world.standardInput.text(of: path)
    do throws(Flaw) {
      return try ConfigurationDocument(text: text, isTenant: isTenant)
    } catch {
      throw Diagnosis(
        .badProjectConfig, "\(name) is not a project's configuration: \(error.sentence)",
        hint: Hint("make one", template: ["usher", "project", "export", "FILE"]))
    }
  }
}

extension ConfigurationDocument.Flaw {
  fileprivate var sentence: Text {
    switch self {
    case .notJSON: return "it is not JSON"
    case .repeatedName(let name): return "it has \(SafeText.brief(name)) twice"
    case .notAnObject(let path):
      return path.isEmpty ? "it is not an object" : "\(SafeText.brief(path)) is not an object"
    case .unknownMember(let path, let known):
      let near = known.nearest(to: path.split(separator: ".").last.map(String.init) ?? "")
      let name = SafeText.brief(path)
      return near.isEmpty
        ? "a project has no setting \(name)"
        : "a project has no setting \(name); did you mean \(Text(anyOf: near))?"
    }
  }
}

/// A difference between two configurations, as a result.
struct ConfigurationDifference: Codable, Sendable {
  var path: String
  /// The values; nil where there is none, and for secrets.
  var before: JSONValue?
  var after: JSONValue?

  init(_ change: ConfigurationChange) {
    path = change.path
    before = change.before
    after = change.after
  }
}

extension ConfigurationChange {
  /// The change for people: of a list, the elements that come and go.
  var line: Text {
    if before?.array != nil || after?.array != nil, !(added + removed).isEmpty {
      let signs = removed.map { "- " + $0.bare } + added.map { "+ " + $0.bare }
      return Text("\(path): \(signs.joined(separator: ", "))")
    }
    if before == nil, after == nil { return "\(path): another secret" }
    return SettingChange(Text(verbatim: path), from: before, to: after).line
  }
}

struct ProjectExport: ToolCommand, ReadsProject {
  static let name = "project export"
  static let abstract: Text = "Export the project's configuration as JSON, without its secrets."
  static let discussion = """
    The document has what makes sense in any project: sign-in methods, second factors, domains, SMS regions, \
    password rules, providers. It has null in the place of each secret, and lists the places under secrets. \
    The codes of fictional numbers are secrets, too.
    """
  static let manual = """
    Keep the document in your repository. usher project diff compares it with a project, usher project apply \
    changes a project, and usher serve --project-config starts a local server from it.
    """
  static let arguments: [Argument<Self>] =
    [
      .positional(
        \.file, "file", help: "The file to write or replace; by default standard output.", required: false,
        completion: .file)
    ] + Argument.set(\.administrator)
  static var refused: [RefusedOption] { RefusedOption.output(to: "FILE") + knownFromPeers }
  static let examples = [
    Example("usher project export auth.json", "Keep the configuration in a file.")
  ]

  var file: String?
  var administrator = AdministratorOptions()

  struct Result: CommandResult {
    var file: String?
    /// The document; nil if it is in a file.
    var document: JSONValue?
    /// The paths of the secrets that it does not have.
    var secrets: [String]
  }

  func report(in context: Context) throws -> Report<Result> {
    let document = try context.project(administrator).administrator().document()
    let notes: [Text] =
      document.secrets.isEmpty ? [] : ["Secrets left out: \(document.secrets.joined(separator: ", "))."]
    guard let file else {
      return Report(
        .ok, Result(document: JSONValue(json: document.text), secrets: document.secrets),
        lines: document.text.split(separator: "\n").map { Text(verbatim: String($0)) }, notes: notes,
        isVerbatim: true)
    }
    do throws(Errno) {
      var new = try AtomicFile.begin(for: file)
      try new.descriptor.write(Data(document.text.utf8))
      try new.takePlace(replacing: true)
    } catch {
      throw Diagnosis(writing: file, error)
    }
    return .done(
      Result(file: file, secrets: document.secrets), "Configuration exported to \(file).", notes: notes)
  }
}

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

struct ProjectApply: ToolCommand, ChangesProject {
  static let name = "project apply"
  static let abstract: Text = "Change the project to the configuration in a file."
  static let discussion = """
    usher shows the changes first. A part of the configuration, such as signIn, is applied as a whole: what the \
    file leaves out of it gets its default. Parts that the file does not have stay as they are. If the file \
    lists providers, usher removes all others. Secrets in the file may be null: the project keeps \
    its own. usher names those that are missing in both.
    """
  static let arguments: [Argument<Self>] =
    [
      .positional(
        \.file, "file", help: "The file of usher project export; - is standard input.", completion: .file)
    ] + Argument.set(\.change)
  static let examples = [
    Example("usher project apply auth.json --dry-run", "Show the requests of the change."),
    Example("usher project apply auth.json --yes", "Make the change in a script."),
  ]

  var file = ""
  var change = ChangeOptions()

  struct Result: CommandResult {
    var changes: [ConfigurationDifference]
    /// The paths of secrets that neither the file nor the project has.
    var missingSecrets: [String]
  }

  func report(in context: Context) throws -> Report<Result> {
    let project = try context.project(change)
    let wanted = try ConfigurationDocument.read(
      file, isTenant: project.destination.tenant != nil, in: context.world)
    let present = try project.administrator().document()
    let plan = ConfigurationPlan(from: present, to: wanted)
    let changes = present.changes(to: wanted)
    let missing = project.isReal ? plan.missing : plan.missing.filter { !$0.hasPrefix("providers.") }
    let result = Result(changes: changes.map(ConfigurationDifference.init), missingSecrets: missing)
    let notes: [Text] = missing.isEmpty ? [] : ["Secrets to set by hand: \(missing.joined(separator: ", "))."]
    guard !plan.steps.isEmpty else {
      return .done(result, "The project already has this configuration.", notes: notes)
    }
    let unknown = missing.filter { $0.hasPrefix("providers.") }
    guard unknown.isEmpty else {
      throw Diagnosis(
        .badProjectConfig,
        "the project needs secrets that \(file) does not have: \(unknown.joined(separator: ", "))",
        hint: "write them in the place of null, in a copy of the file that only you can read")
    }
    if changes.contains(where: { $0.names.last == "functionUri" }) {
      context.output.warn("blocking functions change: check that their URLs belong to this project")
    }
    let lines = changes.map(\.line)
    try project.change(lines) { server in
      for (done, step) in plan.steps.enumerated() {
        do {
          try server.carryOut(step)
        } catch {
          if done > 0 { context.output.warn("\(done) of \(plan.steps.count) requests were made before this") }
          throw error
        }
      }
    }
    return .done(result, lines: lines, notes: notes)
  }
}
