extension Bar {
  /// From the start of the program until `/` is answered.
  @Sendable static func ready(_ lot: Lot) throws -> [Finding] {
    var withoutKey: [Double] = []
    var withKey: [Double] = []
    for number in 0..<15 {
      let file = lot.path("\(number).db")
      withoutKey.append(try timeToAnswer(lot, file))
      withKey.append(try timeToAnswer(lot, file))
    }
    return [
      .figure("serve answers, with a key, median of 15", withKey.quantile(0.5), "ms", atMost: 20),
      .figure("serve answers, without a key, median of 15", withoutKey.quantile(0.5), "ms", atMost: 250),
    ]
  }

  private static func timeToAnswer(_ lot: Lot, _ file: String) throws -> Double {
    let server = try Server(lot, data: file)
    let connection = try HTTPConnection(port: server.port)
    _ = try connection.exchange("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    let time = ContinuousClock.now - server.started
    try server.stop()
    return time.milliseconds
  }
}
