extension Bar {
  /// Measures a step with an e-mail link on the embedded server, against `curl` with a running `serve --data`.
  @Sendable static func link(_ lot: Lot) throws -> [Finding] {
    var people = Rotation()
    let server = try Server(lot, data: lot.path("served.db"))
    func address() -> String { "kim\(people.next())@example.com" }
    func curl(_ procedure: String, _ body: String) throws -> Run {
      try lot.program(
        "curl", "-sS", "-f", "-H", "Content-Type: application/json", "-d", body,
        "\(server.url)/identitytoolkit.googleapis.com/v1/accounts:\(procedure)?key=any"
      ).run()
    }
    func request(_ email: String) -> String {
      #"{"requestType":"EMAIL_SIGNIN","email":"\#(email)","canHandleCodeInApp":true,"#
        + #""continueUrl":"http://localhost/"}"#
    }
    func sentLink() throws -> String {
      let email = address()
      try lot.usher("send-link", email).run()
      return try lot.usher("local", "outbox", "--email", email, "--latest", "--field", "link")
        .run(keepingOutput: true).output.trimmed
    }

    let sending = try Pairs(60) {
      try lot.usher("send-link", address()).run()
    } theirs: {
      try curl("sendOobCode", request(address()))
    }
    let completing = try Pairs(60) {
      try lot.usher("complete-link", try sentLink()).run()
    } theirs: {
      let email = address()
      _ = try curl("sendOobCode", request(email))
      let code = try lot.usher(
        "local", "outbox", "--email", email, "--latest", "--field", "code", endpoint: server.url
      ).run(keepingOutput: true).output.trimmed
      return try curl("signInWithEmailLink", #"{"email":"\#(email)","oobCode":"\#(code)"}"#)
    }
    try server.stop()
    return [
      .ratio("embedded send-link : curl to serve --data", sending.wall, "ms", atMost: 1.2),
      .ratio("embedded complete-link : curl to serve --data", completing.wall, "ms", atMost: 1.3),
      try mostSyncs("embedded send-link, syncs, most of 20", lot) { lot.usher("send-link", address()) },
      try mostSyncs("embedded complete-link, syncs, most of 20", lot) {
        lot.usher("complete-link", try sentLink())
      },
    ]
  }
}
