package import CommandKit
import Essentials
package import IdentityToolkit

/// The options of every command; they can stand before or after its words.
package struct GlobalOptions: ArgumentSet {
  package var profile: String?
  package var session: String?
  package var project: String?
  package var tenant: String?
  package var endpoint: String?
  package var language: LanguageTag?
  package var json = false
  package var field: String?
  package var quiet = false
  package var noInput = false
  package var noStore = false
  package var yes = false
  package var timeout: Duration?
  package var waitLimit: Duration?
  package var caFile: String?
  package var proxy: String?
  package var appCheckTokenFile: String?
  package var showsRequests = false
  package var debug = false
  package var color: ColorMode?

  package init() {}

  package static let arguments: [Argument<Self>] = [
    .option(
      \.profile, "profile", short: "p", value: "NAME", help: "Use the endpoint and project of this profile.",
      completion: .live(.profile)),
    .option(
      \.session, "as", value: "NAME", help: "Use the session with this name.", completion: .live(.session)),
    .option(\.project, "project", short: "P", value: "PROJECT", help: "Use this project id."),
    .option(\.tenant, "tenant", value: "TENANT", help: "Use this tenant of the project."),
    .option(
      \.endpoint, "endpoint", value: "WHERE",
      help: "The server: local (inside usher), production (Google) or a URL.",
      completion: .live(.endpoint, choices: ["local", "production"])),
    .option(
      \.language, "language", value: "TAG",
      help: "Language of the service's SMS and e-mails, like pt-BR; usher's own texts follow your locale."),
    .flag(\.json, "json", help: "Print one JSON object; never ask anything."),
    .option(
      \.field, "field", value: "PATH", help: "Print one value of the JSON result, like account.uid.",
      completion: .live(.field)),
    .flag(\.quiet, "quiet", short: "q", help: "Print results and errors only."),
    .flag(\.noInput, "no-input", help: "Never ask anything; a missing input is an error."),
    .flag(
      \.noStore, "no-store",
      help: "Do not save sessions or pending steps; still save the data of the local server inside usher."),
    .flag(\.yes, "yes", help: "Do not ask for confirmation."),
    .option(
      \.timeout, "timeout", value: "TIME",
      help: "Stop after this time (default 60s); the time that usher waits for you does not count."),
    .option(
      \.waitLimit, "wait-limit", value: "TIME",
      help: "How long to wait for your input; by default 10m for a code, 30m for an e-mail link."),
    .option(
      \.caFile, "cacert", value: "FILE", help: "Trust the certificates in this file.", completion: .file),
    .option(
      \.proxy, "proxy", value: "URL",
      help: "Send requests through this proxy, except requests to this machine."),
    .option(
      \.appCheckTokenFile, "app-check-token-file", value: "FILE",
      help: "Send the App Check token in this file; - is standard input.", completion: .secretFile),
    .flag(
      \.showsRequests, "show-requests",
      help: "Show each request on standard error as a curl command, without its secrets."),
    .flag(\.debug, "debug", help: "Like --show-requests, with the responses."),
    .option(
      \.color, "color", value: "WHEN",
      help: "When to use color; auto (the default) means at a terminal."),
  ]
}

extension GlobalOptions {
  /// Returns these options, with `standing` for those that are not given.
  ///
  /// If `self` names a profile or an endpoint, all of profile, endpoint, project and tenant come from `self`.
  func over(_ standing: GlobalOptions) -> GlobalOptions {
    var options = self
    if profile == nil, endpoint == nil {
      (options.profile, options.endpoint) = (standing.profile, standing.endpoint)
      options.project = project ?? standing.project
      options.tenant = tenant ?? standing.tenant
    }
    options.session = session ?? standing.session
    options.language = language ?? standing.language
    options.json = json || standing.json
    options.field = field ?? standing.field
    options.quiet = quiet || standing.quiet
    options.noInput = noInput || standing.noInput
    options.noStore = noStore || standing.noStore
    options.yes = yes || standing.yes
    options.timeout = timeout ?? standing.timeout
    options.waitLimit = waitLimit ?? standing.waitLimit
    options.caFile = caFile ?? standing.caFile
    options.proxy = proxy ?? standing.proxy
    options.appCheckTokenFile = appCheckTokenFile ?? standing.appCheckTokenFile
    options.showsRequests = showsRequests || standing.showsRequests
    options.debug = debug || standing.debug
    options.color = color ?? standing.color
    return options
  }
}

/// A global option that sets where a command goes, which session it uses, or the language.
///
/// usher refuses such an option for a command that ignores it, so that users do not think it worked.
enum Direction: String, CaseIterable {
  case profile
  case session = "as"
  case project, tenant, endpoint, language
  case appCheckToken = "app-check-token-file"

  var option: String { "--" + rawValue }

  func value(in options: GlobalOptions) -> String? {
    switch self {
    case .profile: options.profile
    case .session: options.session
    case .project: options.project
    case .tenant: options.tenant
    case .endpoint: options.endpoint
    case .language: options.language?.text
    case .appCheckToken: options.appCheckTokenFile
    }
  }
}

extension Set<Direction> {
  static var all: Self { Set(Direction.allCases) }
  /// The directions of a command that does not use a session.
  static var place: Self { all.subtracting([.session]) }
  /// The directions of a command for the local server.
  static var local: Self { place.subtracting([.language]) }
}
