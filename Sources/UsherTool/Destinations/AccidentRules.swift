import AuthClient
import CommandKit
import HTTP

/// Keeps a command from a place that nobody meant, the embedded server above all.
///
/// Values that are set but empty are refused. So is the embedded server in CI unless it is named, a project
/// without a word on where it is, and any place but this machine without a key and a project.
struct AccidentRules {
  let options: GlobalOptions
  let environment: Environment

  func refuseEmptyValues() throws(Diagnosis) {
    try environment.check()
    let given = [
      ("--project", options.project), ("--tenant", options.tenant), ("--profile", options.profile),
    ]
    for (name, value) in given where value == "" {
      throw Diagnosis(.emptyValue, "\(name) is empty", retry: .newInput)
    }
  }

  func refuseUnnamedPlace(_ endpoint: Endpoint, namedBy source: Destination.Source) throws(Diagnosis) {
    if source == .nothing, let project = options.project ?? environment["USHER_PROJECT"] {
      throw Diagnosis(
        .projectAlone, "project \(project) is named, but no endpoint",
        hint: Hint("for the real project, set USHER_API_KEY").then(
          "for the local server, add --endpoint local"))
    }
    if endpoint == .embedded, environment.isCI, !source.isExplicit {
      throw Diagnosis(
        .noEndpointInCI, "CI is set and no endpoint is named",
        hint: Hint("for a real project, set USHER_API_KEY").then(
          "for the embedded server, set USHER_ENDPOINT=local"))
    }
  }

  /// A file must not make anybody type a password at a stranger's server.
  static func refuseStranger(_ endpoint: String) throws(Diagnosis) {
    if ["local", "production"].contains(endpoint) || Origin(endpoint)?.isLoopback == true { return }
    throw Diagnosis(
      .noEndpoint, "the session of USHER_SESSION_FILE belongs to \(endpoint)",
      hint: "if you mean that server, name it with --endpoint \(endpoint)")
  }

  /// - Parameters:
  ///   - named: The project that was named, if any; on this machine the demo project takes its place.
  ///   - place: What the project is of, for people.
  func project(
    _ named: String?, at endpoint: Endpoint, of place: String
  ) throws(Diagnosis) -> String {
    guard let project = named ?? (endpoint.isLocal ? Destination.demoProject : nil) else {
      throw Diagnosis(
        .noProject, "no project is named for \(place)",
        hint: "name it with --project or USHER_PROJECT")
    }
    if endpoint == .embedded, !project.hasPrefix("demo-") {
      throw Diagnosis(
        .notADemoProject,
        "project ids of the embedded server start with demo-",
        hint: "use --project demo-\(project), or name the endpoint of the real project")
    }
    return project
  }

  /// - Parameter named: The key that was named, if any; only Google's service looks at it.
  func apiKey(_ named: String?, at endpoint: Endpoint) throws(Diagnosis) -> String {
    guard let key = named ?? (endpoint == .production ? nil : Destination.placeholderKey) else {
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
