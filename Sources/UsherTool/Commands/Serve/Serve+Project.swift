import CommandKit
import Essentials
import IdentityToolkit
import LibC

// The default project of the server's clients.
extension Serve {
  /// Returns the first project that is set.
  ///
  /// The order is: option, USHER_PROJECT, configuration file, Firebase's files beside that file, Google's environment
  /// variables, and Firebase's files around the current folder. Without any of them, it is the demo project.
  /// - Parameters:
  ///   - configured: The project in the configuration file.
  ///   - folder: The folder of a Firebase project that nobody named.
  func project(_ configured: String?, _ folder: FirebaseFolder?, in context: Context) throws -> String {
    let project = try namedProject(configured, in: context) ?? folder?.project ?? Destination.demoProject
    // `Environment.check` refuses an empty variable with a better message.
    guard project.isEmpty || ProjectID.isID(project) else {
      throw Diagnosis(
        .badProject, "'\(project)' is not a project id", hint: "name another project with --project",
        retry: .newInput)
    }
    return project
  }

  func namedProject(_ configured: String?, in context: Context) throws -> String? {
    let named = context.settings.options.project ?? context.world.environment["USHER_PROJECT"] ?? configured
    if let project = try named ?? projectBesideFile(in: context) { return project }
    // The Admin SDKs use the same order.
    return ["GOOGLE_CLOUD_PROJECT", "GCLOUD_PROJECT"].lazy.compactMap { context.world.environment[$0] }
      .first { !$0.isEmpty }
  }

  /// Returns the project that Firebase's tools use in the folder of the configuration file; nil if there is none.
  private func projectBesideFile(in context: Context) throws -> String? {
    guard let config, config != "-" else { return nil }
    let folder = config.lastIndex(of: "/").map { String(config[...$0]) } ?? ""
    let path = folder + FirebaseProject.fileName
    guard access(path, F_OK) == 0 else { return nil }
    guard let json = JSONValue(commented: try context.world.standardInput.data(of: path)) else {
      throw Diagnosis(
        .badConfig, "\(path) is not JSON", hint: "correct the file, or name a project with --project")
    }
    let chosen = FirebaseProject.chosen(in: folder.isEmpty ? "." : folder, context.world.environment)
    return FirebaseProject(json, chosen: chosen).id
  }
}
