import CommandKit
import Essentials
import IdentityToolkit
import LibC

// The default project of the server's clients.
extension Serve {
  /// Returns the first project that is set.
  ///
  /// The order is: option, USHER_PROJECT, configuration file, `.firebaserc` beside that file, and Google's environment
  /// variables. Without any of them, it is the demo project.
  /// - Parameter configured: The project in the configuration file.
  func project(_ configured: String?, in context: Context) throws -> String {
    let project = try namedProject(configured, in: context)
    // `Environment.check` refuses an empty variable with a better message.
    guard project.isEmpty || ProjectID.isID(project) else {
      throw Diagnosis(
        .badProject, "'\(project)' is not a project id", hint: "name another project with --project",
        retry: .newInput)
    }
    return project
  }

  private func namedProject(_ configured: String?, in context: Context) throws -> String {
    let named = context.settings.options.project ?? context.world.environment["USHER_PROJECT"] ?? configured
    if let project = try named ?? defaultAlias(context.world.standardInput) { return project }
    // The Admin SDKs use the same order.
    return ["GOOGLE_CLOUD_PROJECT", "GCLOUD_PROJECT"].lazy.compactMap { context.world.environment[$0] }
      .first { !$0.isEmpty } ?? Destination.demoProject
  }

  /// Returns the default project in the `.firebaserc` beside the configuration file; nil if there is none.
  private func defaultAlias(_ input: FileInput) throws -> String? {
    guard let config, config != "-" else { return nil }
    let folder = config.lastIndex(of: "/").map { String(config[...$0]) } ?? ""
    let path = folder + ".firebaserc"
    guard access(path, F_OK) == 0 else { return nil }
    guard let json = JSONValue(json: try input.data(of: path)) else {
      throw Diagnosis(
        .badConfig, "\(path) is not JSON", hint: "correct the file, or name a project with --project")
    }
    return json["projects"]?["default"]?.string.flatMap { $0.isEmpty ? nil : $0 }
  }
}
