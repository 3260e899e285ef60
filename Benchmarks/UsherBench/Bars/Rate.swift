extension Bar {
  @Sendable static func rate(_ lot: Lot) throws -> [Finding] {
    let server = try Server(lot, data: lot.path("served.db"))
    let load = try SignInLoad(port: server.port)
    _ = try load.rate(over: .seconds(1))
    let rates = try (0..<5).map { _ in try load.rate(over: .seconds(2)) }
    let cost = try server.stop().cpu.milliseconds / Double(load.total)
    let rate = rates.quantile(0.5)
    // Other load on the machine lowers the rate, but hardly changes the cost of a sign-in.
    return [
      Finding(
        subject: "sign-ins to serve --data, median of 5",
        measured: "\(rate.short) per s (best \(rates.quantile(1).short); \(cost.short) ms CPU each)",
        promise: "≥ 3000 per s or ≤ 0.45 ms", isKept: rate >= 3000 || cost <= 0.45)
    ]
  }

  @Sendable static func rateWithUnusedCodes(_ lot: Lot) throws -> [Finding] {
    try rate(lot, with: "100 000 unused codes") { server, _ in
      let others = Rotation(start: 4_917_000_000_000, count: 100_000)
      try SignInLoad(port: server.port, numbers: others).run(100_000, to: .sent)
      return server
    }
  }

  @Sendable static func rateWithManyAccounts(_ lot: Lot) throws -> [Finding] {
    try rate(lot, with: "1 000 000 accounts") { server, file in
      try SignInLoad(port: server.port).run(100)
      try server.stop()
      try ManyAccounts.insert(1_000_000, into: file)
      return try Server(lot, data: file)
    }
  }

  /// Compares a server with much data to one without, in short alternating runs.
  private static func rate(
    _ lot: Lot, with burden: String, burdened: (Server, _ file: String) throws -> Server
  ) throws -> [Finding] {
    let light = try Server(lot, data: lot.path("light.db"))
    let file = lot.path("heavy.db")
    let heavy = try burdened(try Server(lot, data: file), file)
    let (lightLoad, heavyLoad) = (try SignInLoad(port: light.port), try SignInLoad(port: heavy.port))
    _ = try (lightLoad.rate(over: .seconds(1)), heavyLoad.rate(over: .seconds(1)))
    let rates = try (0..<8).map { _ in
      (ours: try heavyLoad.rate(over: .seconds(1)), theirs: try lightLoad.rate(over: .seconds(1)))
    }
    try heavy.stop()
    try light.stop()
    return [.ratio("sign-ins with \(burden) : without", Ratio(rates), "per s", atLeast: 0.8)]
  }
}
