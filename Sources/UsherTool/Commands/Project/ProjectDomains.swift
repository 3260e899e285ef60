import AuthClient
import CommandKit
import Essentials
import HTTP
import IdentityToolkit

struct DomainAdd: ToolCommand, ChangesProject {
  static let name = "project domain add"
  static let abstract: Text = "Authorize domains for sign-in pages and links."
  static let discussion = """
    Firebase knows no wildcards: authorize each host of a preview deployment by its own name. A domain that is \
    already there stays, so a job can run this every time. Several jobs may run it at once.
    """
  static let arguments: [Argument<Self>] =
    [.positional(\.domains, "domain", help: "The domain, like preview-7.example.com.", required: true)]
    + Argument.set(\.change)
  static let examples = [
    Example("usher project domain add preview-7.example.com", "Authorize a preview deployment.")
  ]

  var domains: [String] = []
  var change = ChangeOptions()

  func report(in context: Context) throws -> Report<DomainList.Result> {
    let domains = try domains.map(AuthorizedDomain.read)
    return try context.project(change).setDomains { present in
      present + domains.filter { domain in !present.contains { $0.hasBytes(ofAnyCase: domain) } }
    }
  }
}

struct DomainRemove: ToolCommand, ChangesProject {
  static let name = "project domain remove"
  static let abstract: Text = "Remove authorized domains."
  static let discussion = "A domain that is not there is no error."
  static let arguments: [Argument<Self>] =
    [.positional(\.domains, "domain", help: "The domain.", required: true)] + Argument.set(\.change)
  static let examples = [
    Example("usher project domain remove preview-7.example.com", "Remove a preview deployment.")
  ]

  var domains: [String] = []
  var change = ChangeOptions()

  func report(in context: Context) throws -> Report<DomainList.Result> {
    let domains = try domains.map(AuthorizedDomain.read)
    return try context.project(change).setDomains { present in
      present.filter { domain in !domains.contains { $0.hasBytes(ofAnyCase: domain) } }
    }
  }
}

struct DomainList: ToolCommand, ReadsProject {
  static let name = "project domain list"
  static let abstract: Text = "List the authorized domains."
  static let arguments: [Argument<Self>] = Argument.set(\.administrator)
  static let examples = [Example("usher project domain list", "Show which domains pages may use.")]

  var administrator = AdministratorOptions()

  struct Result: CommandResult {
    var domains: [String]
  }

  func report(in context: Context) throws -> Report<Result> {
    let config = try context.project(administrator).administrator().projectConfig()
    let domains = AuthorizedDomain.all(in: config)
    return Report(.ok, Result(domains: domains), lines: domains.map { Text(verbatim: SafeText.brief($0)) })
  }
}

enum AuthorizedDomain {
  static let path = "authorizedDomains"

  static func all(in config: JSONValue) -> [String] {
    (config[path]?.array ?? []).compactMap(\.string)
  }

  /// Reads a domain, or the URL of a page on it, as deployments print it. Refuses wildcards.
  static func read(_ text: String) throws(UsageError) -> String {
    if text.contains("*") {
      throw .misuse(
        "\(SafeText.brief(text)) is a wildcard, and Firebase knows none",
        hint:
          "authorize each host by its own name: usher project domain add is quick enough for each deployment")
    }
    let start = text.firstRange(of: "://")?.upperBound
    let authority = text[(start ?? text.startIndex)...].prefix { !"/?#".contains($0) }
    let host = Origin((start.map { String(text[..<$0]) } ?? "https://") + authority)?.host
    if let host, start != nil || text.asciiLowercased() == host { return host }
    throw .misuse(
      "\(SafeText.brief(text)) is not a domain",
      hint: host.map { Hint("leave out port and path, as in \($0)") }
        ?? "write it as in preview-7.example.com")
  }
}

extension AdministeredProject {
  fileprivate func setDomains(_ change: ([String]) -> [String]) throws -> Report<DomainList.Result> {
    let before = AuthorizedDomain.all(in: try administrator().projectConfig())
    let changed = change(before)
    let lines: [Text] =
      before.filter { !changed.contains($0) }.map { "\($0): authorized → not authorized" }
      + changed.filter { !before.contains($0) }.map { "\($0): not authorized → authorized" }
    guard !lines.isEmpty else {
      return .done(.init(domains: before), "Nothing to change.")
    }
    let after = try update(AuthorizedDomain.path, lines) { value in
      .array(change((value?.array ?? []).compactMap(\.string)).map { .string($0) })
    }
    return .done(.init(domains: (after?.array ?? []).compactMap(\.string)), lines: lines)
  }
}
