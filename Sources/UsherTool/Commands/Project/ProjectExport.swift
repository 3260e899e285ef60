import Administration
import CommandKit
import Essentials
import IdentityToolkit
import LibC
import PrivateFiles

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
    return Report(
      .ok, Result(file: file, secrets: document.secrets), lines: ["Configuration exported to \(file)."],
      notes: notes, isConfirmation: true)
  }
}
