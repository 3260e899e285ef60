import LibC

extension Bar {
  /// Measures a step on the embedded server, against `curl` with a running `serve --data`.
  @Sendable static func step(_ lot: Lot) throws -> [Finding] {
    var numbers = Rotation()
    let server = try Server(lot, data: lot.path("served.db"))
    func curl(_ procedure: String, _ body: String) throws -> Run {
      try lot.program(
        "curl", "-sS", "-f", "-H", "Content-Type: application/json", "-d", body,
        "\(server.url)/identitytoolkit.googleapis.com/v1/accounts:\(procedure)?key=any"
      ).run()
    }
    func sentCode() throws -> String {
      let number = "+\(numbers.next())"
      try lot.usher("verify-phone", number, "--no-wait").run()
      return try lot.usher("local", "outbox", "--phone", number, "--latest", "--field", "code")
        .run(keepingOutput: true).output.trimmed
    }

    let sending = try Pairs(60) {
      try lot.usher("verify-phone", "+\(numbers.next())", "--no-wait").run()
    } theirs: {
      try curl("sendVerificationCode", #"{"phoneNumber":"+\#(numbers.next())"}"#)
    }
    let confirming = try Pairs(60) {
      try lot.usher("confirm-code", try sentCode()).run()
    } theirs: {
      let (session, code) = try PhoneSignIn.begun(numbers.next(), port: server.port)
      return try curl("signInWithPhoneNumber", #"{"sessionInfo":"\#(session)","code":"\#(code)"}"#)
    }
    try server.stop()
    return [
      .ratio("embedded verify-phone : curl to serve --data", sending.wall, "ms", atMost: 1.2),
      .ratio("embedded confirm-code : curl to serve --data", confirming.wall, "ms", atMost: 1.3),
      try mostSyncs("embedded verify-phone, syncs, most of 20", lot) {
        lot.usher("verify-phone", "+\(numbers.next())", "--no-wait")
      },
      try mostSyncs("embedded confirm-code, syncs, most of 20", lot) {
        lot.usher("confirm-code", try sentCode())
      },
    ]
  }

  static func mostSyncs(
    _ subject: String, _ lot: Lot, of command: () throws -> Program
  ) throws -> Finding {
    guard let strace = try? Program.find("strace") else {
      return .notMeasured(subject, because: "strace is not installed")
    }
    let calls = "fsync,fdatasync,sync_file_range,msync,sync,syncfs"
    let counts = try (0..<20).map { _ in
      let command = try command()
      let traced = Program(
        strace, ["-f", "-qq", "-o", lot.path("trace"), "-e", "trace=\(calls)", command.path] + command.words,
        environment: command.environment)
      try traced.run()
      return try lineCount(lot.path("trace"), containing: "sync")
    }
    return .figure(subject, counts.max() ?? 0, "syncs", atMost: 7)
  }

  private static func lineCount(_ path: String, containing word: String) throws -> Double {
    try Double(
      Program(Program.find("cat"), path, environment: [:]).run(keepingOutput: true).output
        .split(separator: "\n").count { $0.contains(word) && !$0.contains("resumed") })
  }
}

extension String {
  var trimmed: String { filter { !$0.isWhitespace } }
}
