import AuthClient
import HTTP

extension Destination {
  /// The project of a local server that nobody named one for.
  static let demoProject = "demo-usher"
  /// Local servers take any key.
  static let placeholderKey = "fake-api-key"

  /// Decides where a command goes; `notices` are for people who set something that lost.
  ///
  /// In this order: `--endpoint`, `USHER_ENDPOINT`, `FIREBASE_AUTH_EMULATOR_HOST`, production where a key
  /// is set, the embedded server. Nothing gets to the embedded server by accident: not in CI, not when only
  /// a project was named.
  static func resolve(
    _ options: GlobalOptions, _ environment: Environment
  ) throws(Diagnosis) -> (destination: Destination, notices: [String]) {
    try environment.check()
    for (name, value) in [("--project", options.project), ("--tenant", options.tenant)] where value == "" {
      throw Diagnosis("usher/empty-value", .data, "\(name) is empty", retry: .newInput)
    }
    let choices: [(Source, String?)] = [
      (.option, options.endpoint),
      (.usherEndpoint, environment["USHER_ENDPOINT"]),
      (.emulatorHost, environment["FIREBASE_AUTH_EMULATOR_HOST"].map { "http://" + $0 }),
      (.apiKey, environment["USHER_API_KEY"].map { _ in "production" }),
    ]
    let (source, word) = choices.first { $0.1 != nil } ?? (.nothing, nil)
    let endpoint = try endpoint(word, from: source)
    let project = options.project ?? environment["USHER_PROJECT"]
    try refuseAccident(source, project: project, environment)

    let isOurs = endpoint.isLocal
    guard let project = project ?? (isOurs ? demoProject : nil) else {
      throw Diagnosis(
        "usher/no-project", .config, "no project is named for \(word ?? "production")",
        hint: "name it with --project or USHER_PROJECT")
    }
    guard let key = isOurs ? environment["USHER_API_KEY"] ?? placeholderKey : environment["USHER_API_KEY"]
    else {
      throw Diagnosis(
        "usher/no-api-key", .config, "no API key is set for \(word ?? "production")",
        hint: "set USHER_API_KEY; it is in the console's Project settings > General")
    }
    if endpoint == .embedded, !project.hasPrefix("demo-") {
      throw Diagnosis(
        "usher/not-a-demo-project", .config,
        "the embedded server has only projects whose id starts with demo-",
        hint: "use --project demo-\(project), or name the project's own endpoint")
    }
    let destination = Destination(
      profile: endpoint == .embedded ? "local" : "default", endpoint: endpoint, project: project,
      apiKey: key, tenant: options.tenant ?? environment["USHER_TENANT"], source: source)
    return (destination, notices(destination, word, choices))
  }

  private static func endpoint(_ word: String?, from source: Source) throws(Diagnosis) -> Endpoint {
    switch word {
    case nil, "local": return .embedded
    case "production": return .production
    case let word?:
      guard let origin = Origin(word) else {
        throw Diagnosis(
          "usher/bad-endpoint", source == .option ? .usage : .config,
          "\(source.rawValue) is not local, production or a server's URL",
          hint: "a URL is scheme, host and port, like http://127.0.0.1:9099")
      }
      return .emulator(origin: origin.description)
    }
  }

  private static func refuseAccident(
    _ source: Source, project: String?, _ environment: Environment
  ) throws(Diagnosis) {
    guard source == .nothing else { return }
    if let project {
      throw Diagnosis(
        "usher/project-alone", .config, "project \(project) is named, but not where it is",
        hint: "set USHER_API_KEY for the real project, or say --endpoint local")
    }
    if environment.isCI {
      throw Diagnosis(
        "usher/no-endpoint-in-ci", .config, "CI is set and no endpoint is named",
        hint: "say --endpoint local or set USHER_ENDPOINT=local if the embedded server is meant")
    }
  }

  private static func notices(
    _ destination: Destination, _ chosen: String?, _ choices: [(Source, String?)]
  ) -> [String] {
    var notices = choices.compactMap { source, word -> String? in
      guard let word, source != destination.source,
        (source != .apiKey || destination.source == .emulatorHost), word != chosen
      else { return nil }
      return "\(source.rawValue) is set, but \(destination.source.rawValue) decides"
    }
    if case .emulator(let address) = destination.endpoint, let origin = Origin(address),
      origin.scheme == .http, !origin.isLoopback
    {
      notices.append("\(address) is plain http: anybody on the way can read the tokens")
    }
    return notices
  }
}

extension Endpoint {
  /// A server on this machine, which needs no key and no project of its own.
  fileprivate var isLocal: Bool {
    switch self {
    case .embedded: true
    case .production: false
    case .emulator(let address): Origin(address)?.isLoopback ?? false
    }
  }
}
