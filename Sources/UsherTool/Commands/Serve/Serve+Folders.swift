import Administration
import AuthClient
import CSystem
import CommandKit
import Essentials
import LibC

// Import at the start, and export at the end.
extension Serve {
  enum ExportTarget: ArgumentValue, Equatable {
    case importFolder
    case folder(String)

    init(argument: String) throws(InvalidValue) {
      if argument.isEmpty { throw InvalidValue("must be a folder's name") }
      self = .folder(argument)
    }
  }

  /// Returns the folder to export to at the end; nil if there is no export.
  ///
  /// Refuses a folder that cannot be written at the start, because at the end the accounts would be lost.
  func exportTarget() throws -> ExportFolder? {
    let path: String
    switch exportFolder {
    case nil: return nil
    case .folder(let name): path = name
    case .importFolder:
      guard let importFolder else {
        throw UsageError.misuse(
          "--export-on-exit needs a folder where --import names none",
          hint: Hint(Text("write --export-on-exit=DIR")))
      }
      path = importFolder
    }
    let folder = ExportFolder(path: path)
    try folder.checkThatItCanBeWritten()
    return folder
  }

  /// Gives the project the configuration in a file of `project export`.
  func configure(_ server: ProjectAdministrator, from file: String, _ context: Context) throws {
    let wanted = try ConfigurationDocument.read(file, isTenant: false, in: context.world)
    let plan = ConfigurationPlan(from: try server.document(), to: wanted)
    for step in plan.steps { try server.carryOut(step) }
    // A local server asks no provider for which it has no secret.
    let missing = plan.missing.filter { !$0.hasPrefix("providers.") }
    if !missing.isEmpty {
      context.output.note("\(file) leaves out secrets: \(missing.joined(separator: ", "))")
    }
  }

  /// Imports accounts and returns their number; returns nil if nothing was imported.
  func importAccounts(
    into server: LocalServerAdmin, before export: ExportFolder?, _ context: Context
  ) throws -> Int? {
    guard let importFolder else { return nil }
    let folder = ExportFolder(path: importFolder)
    if let export, FileIdentity(export.path) == FileIdentity(importFolder), folder.isEmpty {
      context.output.note("\(importFolder) holds no export yet, so the server starts without accounts")
      return nil
    }
    guard try folder.holdsAccounts() else {
      context.output.warn(
        "the export in \(importFolder) has no accounts, so the server starts without accounts")
      return nil
    }
    // Return the memory that the import used, because the server may run for a long time.
    defer { csystem_return_memory() }
    return try server.importAll(of: folder)
  }
}
