extension Bar {
  @Sendable static func memory(_ lot: Lot) throws -> [Finding] {
    let server = try Server(lot)
    try SignInLoad(port: server.port).run(100_000)
    let memory = server.memory
    try server.stop()
    let subject = "serve after 100 000 sign-ins, memory"
    guard let memory else { return [.notMeasured(subject, because: "this system does not say")] }
    return [.figure(subject, Double(memory) / 1e6, "MB", atMost: 30)]
  }
}
