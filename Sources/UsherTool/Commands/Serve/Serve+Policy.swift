import AuthServer
import CommandKit
import Essentials

// The server's policy: a preset with changes.
extension Serve {
  func policyInForce() throws -> Policy {
    var policy: Policy = policy == .strict ? .strict : .emulator
    if unsignedTokens { policy.unsignedTokens = true }
    for change in try changes where change.project == nil { try change.make(in: &policy) }
    return policy
  }

  /// Returns the policies of the projects that have one of their own: that of the server with their changes.
  func projectPolicies(beside server: Policy) throws -> [String: Policy] {
    var policies: [String: Policy] = [:]
    for change in try changes {
      if let project = change.project { try change.make(in: &policies[project, default: server]) }
    }
    return policies
  }

  private var changes: [PolicyChange] {
    get throws { try settings.map { setting throws(UsageError) in try PolicyChange(setting) } }
  }

  /// Refuses options that `--print-policy` would ignore.
  func refuseBesidePolicy() throws(UsageError) {
    let others = [
      ("--port", port != nil), ("--host", host != nil), ("--allow-host", !allowedHosts.isEmpty),
      ("--trust-network", trustNetwork), ("--trust-proxy", !trustedProxies.isEmpty),
      ("--owner-token-file", ownerTokenFile != nil), ("--tls-cert", tlsCertificate != nil),
      ("--tls-key", tlsKey != nil), ("--import", importFolder != nil),
      ("--project-config", projectConfig != nil),
      ("--export-on-exit", exportFolder != nil), ("--functions", functions != nil),
      ("--events-url", eventsURL != nil), ("--events-secret-file", eventsSecretFile != nil),
    ]
    if let other = others.first(where: \.1)?.0 {
      throw .misuse("\(other) does not go with --print-policy, which starts no server")
    }
    if !command.isEmpty {
      throw .misuse("a program does not go with --print-policy, which starts no server")
    }
  }

  /// - Parameter projects: The policies of projects, of which only what differs is printed.
  func printedPolicy(_ policy: Policy, _ projects: [String: Policy]) -> Report<Result> {
    var settings = Policy.entries.map { ("", $0, $0.value(policy)) }
    for (project, own) in projects.sorted(by: { $0.key < $1.key }) {
      settings += Policy.entries.map { (project + "/", $0, $0.value(own)) }.filter {
        $0.2 != $0.1.value(policy)
      }
    }
    return Report(
      .ok,
      Result(
        settings: settings.map { place, entry, value in
          Setting(name: place + entry.name, value: value, source: entry.source.rawValue)
        }),
      lines: settings.map { place, entry, value in
        let head = "\(place)\(entry.name)=\(value)".padded(to: 32) + entry.source.rawValue.padded(to: 12)
        return [Text(verbatim: head), entry.summary].joined(separator: "")
      })
  }
}

/// A change of one setting, as `--policy-set` gives it.
private struct PolicyChange {
  /// The project that it is for, or nil for the server.
  let project: String?
  private let name: String
  private let value: String

  private static let list = Hint("see the settings", ["usher", "serve", "--print-policy"])

  init(_ text: String) throws(UsageError) {
    let halves = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard halves.count == 2 else { throw .misuse("--policy-set needs NAME=VALUE", hint: Self.list) }
    let names = halves[0].split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(
      String.init)
    project = names.count == 2 ? names[0] : nil
    name = names.last ?? ""
    value = String(halves[1])
    if let project, !ProjectID.isID(project) {
      throw .misuse("'\(SafeText.brief(project))' is not a project ID", hint: "write PROJECT/NAME=VALUE")
    }
  }

  func make(in policy: inout Policy) throws(UsageError) {
    if project != nil, Policy.entries.contains(where: { $0.name == name && $0.isOfServer }) {
      throw .misuse("all projects of a server share the setting \(name)", hint: "leave the project out")
    }
    do {
      try policy.set(name, to: value)
    } catch {
      switch error {
      case .unknownName(let name): throw .misuse("the policy has no setting '\(name)'", hint: Self.list)
      case .dropped(let name, let successor):
        throw .misuse(
          "the policy no longer has the setting '\(name)'",
          hint: successor == .rule ? "it goes with the setting service-answers" : "its value is fixed")
      case .badValue(let name, let expected):
        throw .misuse("'\(value)' is not valid for \(name)", hint: "it must be \(expected)")
      }
    }
  }
}
