import Administration
import AuthClient
import CommandKit
import Essentials

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
      return Report(
        .ok, result, lines: ["The project already has this configuration."], notes: notes,
        isConfirmation: true)
    }
    let unknown = missing.filter { $0.hasPrefix("providers.") }
    guard unknown.isEmpty else {
      throw Diagnosis(
        .badProjectConfig,
        "the project needs secrets that \(file) does not have: \(unknown.joined(separator: ", "))",
        hint: "write them in the place of null, in a copy of the file that only you can read",
        retry: .newInput)
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
    return Report(.ok, result, lines: lines, notes: notes, isConfirmation: true)
  }
}
