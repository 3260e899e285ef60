import AuthServer
import CommandKit
import TerminalIO

// The server's policy: a preset with changes.
extension Serve {
  func policyInForce() throws -> Policy {
    var policy: Policy = policy == .strict ? .strict : .emulator
    // Nobody can steal passwords that are not stored.
    if self.policy != .strict, isForgetful { policy.passwordHashing = .fast }
    if unsignedTokens { policy.unsignedTokens = true }
    for setting in settings {
      let halves = setting.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(
        String.init)
      guard halves.count == 2 else {
        throw UsageError.misuse(
          "--policy-set needs NAME=VALUE",
          hint: Hint("see the settings", ["usher", "serve", "--print-policy"]))
      }
      do {
        try policy.set(halves[0], to: halves[1])
      } catch .unknownName(let name) {
        throw UsageError.misuse(
          "the policy has no setting '\(name)'",
          hint: Hint("see the settings", ["usher", "serve", "--print-policy"]))
      } catch .badValue(let name, let expected) {
        throw UsageError.misuse("'\(halves[1])' is not valid for \(name)", hint: "it must be \(expected)")
      }
    }
    return policy
  }

  /// Refuses options that `--print-policy` would ignore.
  func refuseBesidePolicy() throws(UsageError) {
    let others = [
      ("--port", port != nil), ("--host", host != nil), ("--allow-host", !allowedHosts.isEmpty),
      ("--trust-network", trustNetwork), ("--trust-proxy", !trustedProxies.isEmpty),
      ("--owner-token-file", ownerTokenFile != nil), ("--tls-cert", tlsCertificate != nil),
      ("--tls-key", tlsKey != nil), ("--import", importFolder != nil),
      ("--export-on-exit", exportFolder != nil), ("--functions", functions != nil),
      ("--events-url", eventsURL != nil), ("--events-secret-file", eventsSecretFile != nil),
      ("a program", !command.isEmpty),
    ]
    if let other = others.first(where: \.1)?.0 {
      throw .misuse("\(other) does not go with --print-policy, which starts no server")
    }
  }

  func printedPolicy(_ policy: Policy) -> Report<Result> {
    let settings = Policy.entries.map { entry in (entry, entry.value(policy)) }
    return Report(
      .ok,
      Result(
        settings: settings.map { entry, value in
          Setting(name: entry.name, value: value, source: entry.source.rawValue)
        }),
      lines: settings.map { entry, value in
        "\(entry.name)=\(value)".padded(to: 32) + entry.source.rawValue.padded(to: 12) + entry.summary
      })
  }
}
