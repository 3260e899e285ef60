import CommandKit
import Essentials
import IdentityToolkit
import LibC

// Which project apps are in that name none.
extension Serve {
  /// The first that is there: as it was typed, what this project's own variable and file say, what Firebase's
  /// command line tool keeps beside that file, and what the machine is set to.
  /// - Parameter configured: what the configuration file says.
  func project(_ configured: String?, in context: Context) throws -> String {
    let project = try namedProject(configured, in: context)
    // An empty variable is told of where every one is.
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
    // In the order in which the admin SDKs look.
    return ["GOOGLE_CLOUD_PROJECT", "GCLOUD_PROJECT"].lazy.compactMap { context.world.environment[$0] }
      .first { !$0.isEmpty } ?? Destination.demoProject
  }

  /// The default project of the folder that the configuration file is in; nil where it has none.
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
