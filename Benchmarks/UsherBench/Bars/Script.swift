import LibC

extension Bar {
  /// Measures a whole sign-in over HTTP with two commands, against a script with `curl` and `jq`.
  ///
  /// It uses the fictional number, because neither side can look up a code during the measurement.
  @Sendable static func script(_ lot: Lot) throws -> [Finding] {
    let server = try Server(lot, data: lot.path("served.db"))
    _ = try Program.find("jq")
    let pairs = try Pairs(40) {
      let first = try lot.usher("verify-phone", fictionalNumber, "--no-wait", endpoint: server.url).run()
      let second = try lot.usher("confirm-code", fictionalCode, endpoint: server.url).run()
      return Run(
        wall: first.wall + second.wall, cpu: first.cpu + second.cpu, memory: max(first.memory, second.memory))
    } theirs: {
      try lot.program(
        "sh", "Benchmarks/phone-sign-in", server.url, fictionalNumber, fictionalCode, lot.path("tokens.json")
      ).run()
    }
    try server.stop()
    return [
      .ratio("sign-in over HTTP : script, wall", pairs.wall, "ms", atMost: 0.45),
      .ratio("sign-in over HTTP : script, CPU", pairs.cpu, "ms", atMost: 0.45),
    ]
  }
}
