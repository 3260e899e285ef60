extension Bar {
  /// Measures commands that send no request, against `curl --version`.
  @Sendable static func start(_ lot: Lot) throws -> [Finding] {
    try lot.usher("verify-phone", fictionalNumber, "--no-wait").run()
    try lot.usher("confirm-code", fictionalCode).run()
    let curl = try lot.program("curl", "--version")
    return try ["--version", "whoami"].flatMap { word in
      let pairs = try Pairs(100, ours: { try lot.usher(word).run() }, theirs: { try curl.run() })
      return [
        Finding.ratio("usher \(word) : curl --version, wall", pairs.wall, "ms", atMost: 0.4),
        .ratio("usher \(word) : curl --version, CPU", pairs.cpu, "ms", atMost: 0.4),
        .figure("usher \(word), memory", pairs.memory, "MB", atMost: 18),
      ]
    }
  }
}

/// The fictional number in Firebase's guides, which every project here has.
let fictionalNumber = "+16505553434"
let fictionalCode = "654321"
