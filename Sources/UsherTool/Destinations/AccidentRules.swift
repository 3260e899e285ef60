import AuthClient
import CommandKit
import Essentials
import HTTP

/// Rules that keep a command from a server that the user did not mean, above all the embedded server.
///
/// usher refuses these:
///
/// - values that are set but empty
/// - the embedded server in CI, unless it is named
/// - a project without an endpoint
/// - a demo project at Google's service, unless that is named
/// - a server elsewhere, without a project
/// - Google's service, without an API key
struct AccidentRules {
  let options: GlobalOptions
  let environment: Environment

  func refuseEmptyValues() throws(Diagnosis) {
    try environment.check()
    let given = [
      ("--project", options.project), ("--tenant", options.tenant), ("--profile", options.profile),
    ]
    for (name, value) in given where value == "" {
      throw Diagnosis(.emptyValue, "\(name) is empty")
    }
  }

  func refuseUnnamedPlace(_ endpoint: Endpoint, namedBy source: Destination.Source) throws(Diagnosis) {
    if source == .nothing, let project = options.project ?? environment["USHER_PROJECT"] {
      throw Diagnosis(
        .projectAlone, "project \(project) is named, but no endpoint",
        hint: Hint("for the real project, add --endpoint production, or set USHER_API_KEY").then(
          "for the local server, add --endpoint local"))
    }
    if source == .apiKey, let project = options.project ?? environment["USHER_PROJECT"],
      ProjectID.isDemo(project)
    {
      throw Diagnosis(
        .projectAlone,
        "USHER_API_KEY stands for Google's service, and \(project) is a project of local servers",
        hint: Hint("for the local server, add --endpoint local").then(
          "for a project at Google, add --endpoint production"))
    }
    if endpoint == .embedded, environment.isCI, !source.isExplicit {
      throw Diagnosis(
        .noEndpointInCI, "CI is set and no endpoint is named",
        hint: Hint("for the local server, set USHER_ENDPOINT=local").then(
          "for a real project, set USHER_API_KEY"))
    }
  }

  /// Refuses an endpoint from a session file, unless it is known or on this machine.
  ///
  /// Otherwise a file could make the user type a password at another person's server.
  static func refuseStranger(_ endpoint: String) throws(Diagnosis) {
    if ["local", "production"].contains(endpoint) || Origin(endpoint)?.isLoopback == true { return }
    throw Diagnosis(
      .noEndpoint, "the session of USHER_SESSION_FILE belongs to \(endpoint)",
      hint: "if you mean that server, name it with --endpoint \(endpoint)")
  }

  /// - Parameters:
  ///   - named: The given project, if any. A server on this machine uses the demo project by default.
  ///   - place: The owner of the project, for messages.
  func project(
    _ named: String?, at endpoint: Endpoint, of place: String
  ) throws(Diagnosis) -> String {
    guard let project = named ?? (endpoint.isLocal ? Destination.demoProject : nil) else {
      throw Diagnosis(
        .noProject, "no project is named for \(place)",
        hint: "name it with --project or USHER_PROJECT")
    }
    if endpoint == .embedded, !ProjectID.isDemo(project) {
      throw Diagnosis(
        .notADemoProject,
        "project ids of the local server inside usher start with demo-",
        hint: "use --project demo-\(project), or name the endpoint of the real project")
    }
    return project
  }

  /// - Parameters:
  ///   - named: The given key, if any. Only Google's service checks it.
  ///   - project: The project that the key has to name at a server that is not Google's.
  func apiKey(_ named: String?, of project: String, at endpoint: Endpoint) throws(Diagnosis) -> String {
    guard let key = named ?? (endpoint == .production ? nil : project) else {
      throw Diagnosis(
        .noAPIKey, "no API key is set for \(endpoint.word)",
        hint: Hint("make a profile from the app's configuration file", template: ["usher", "init", "FILE"])
          .then(
            "or set USHER_API_KEY, from the Firebase console's Project settings > General")
      )
    }
    return key
  }
}
