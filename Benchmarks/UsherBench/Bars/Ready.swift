extension Bar {
  /// Measures the time from the start of the program to the response for `/`.
  @Sendable static func ready(_ lot: Lot) throws -> [Finding] {
    var times: [[Double]] = [[], [], []]
    for number in 0..<20 {
      let file = lot.path("\(number).db")
      times[0].append(try timeToAnswer(lot, file))
      times[1].append(try timeToAnswer(lot, file))
      times[2].append(try timeToAnswer(lot, lot.path("\(number)-unsigned.db"), signs: false))
    }
    // The server creates the key of a new file while it starts to listen.
    let kinds = ["on a new file, signing", "on its file again, signing", "on a new file, unsigned"]
    return zip(kinds, times).map { kind, times in
      .figure("serve answers \(kind), median of 20", times.quantile(0.5), "ms", atMost: 20)
    }
  }

  private static func timeToAnswer(_ lot: Lot, _ file: String, signs: Bool = true) throws -> Double {
    let server = try Server(lot, data: file, signs: signs)
    let connection = try HTTPConnection(port: server.port)
    _ = try connection.exchange("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    let time = ContinuousClock.now - server.started
    try server.stop()
    return time.milliseconds
  }
}
