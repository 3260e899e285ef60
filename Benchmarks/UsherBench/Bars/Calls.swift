extension Bar {
  /// Measures the server's cost of each call, relative to an anonymous sign-up in the same run.
  ///
  /// Except for lists, each promise is the cost in Firebase's emulator, divided by the speed-up that we want. The
  /// emulator was measured on two cores, and uses one of them.
  ///
  /// On several processors, the cost of waking the server depends on where the scheduler puts it. For figures without
  /// this, run `taskset -c 0 Benchmarks/run calls`.
  @Sendable static func calls(_ lot: Lot) throws -> [Finding] {
    let unsigned = try Server(lot, signs: false)
    let durable = try Server(lot, data: lot.path("calls.db"))
    defer { for server in [unsigned, durable] { _ = try? server.stop() } }
    return try CallCosts(unsigned).findings("unsigned") + CallCosts(durable).findings("signed, durable")
  }
}

/// The costs of client and administrator calls at one server.
private struct CallCosts {
  private let server: Server
  private let connection: HTTPConnection

  init(_ server: Server) throws {
    self.server = server
    connection = try HTTPConnection(port: server.port)
  }

  func findings(_ kind: String) throws -> [Finding] {
    guard let unit = try cost(2000, { _ in .rpc("signUp", "{}") })
    else { return [.notMeasured("calls, \(kind)", because: "this system does not say")] }
    let session = try signUp()
    try fill()
    let rows = passwords + changes(of: session) + signIns + lists
    return try rows.compactMap { row in
      guard let cost = try cost(row.count, row.call) else { return nil }
      let ratio = cost / unit
      return Finding(
        subject: "\(row.name), \(kind)",
        measured: "\(ratio.short) × an anonymous sign-up (\(cost.short) : \(unit.short) ms)",
        promise: "≤ \(row.promise.short) ×", isKept: ratio <= row.promise)
    }
  }

  private struct Row {
    let name: String
    /// The maximum cost in anonymous sign-ups.
    let promise: Double
    let count: Int
    let call: (Int) throws -> ClientCall

    init(_ name: String, _ promise: Double, _ count: Int, call: @escaping (Int) throws -> ClientCall) {
      (self.name, self.promise, self.count, self.call) = (name, promise, count, call)
    }
  }

  private var passwords: [Row] {
    let password = #""password":"correct horse""#
    return [
      Row("password sign-up", 1.5, 1000) { number in
        .rpc("signUp", #"{"email":"p\#(number)@example.com",\#(password)}"#)
      },
      Row("password sign-in", 1.5, 1000) { number in
        .rpc("signInWithPassword", #"{"email":"p\#(abs(number))@example.com",\#(password)}"#)
      },
    ]
  }

  private func changes(of session: Session) -> [Row] {
    [
      Row("lookup", 1.3, 2000) { _ in .rpc("lookup", #"{"idToken":"\#(session.idToken)"}"#) },
      Row("update", 1.5, 2000) { number in
        .rpc("update", #"{"idToken":"\#(session.idToken)","displayName":"Kim \#(number)"}"#)
      },
      Row("sendOobCode", 1.6, 2000) { number in .rpc("sendOobCode", Self.mail(to: "m\(number)")) },
      Row("refresh", 1.2, 2000) { _ in
        ClientCall(
          path: "/securetoken.googleapis.com/v1/token?key=any",
          contentType: "application/x-www-form-urlencoded",
          body: "grant_type=refresh_token&refresh_token=\(session.refreshToken)")
      },
      Row("delete", 1.3, 500) { _ in .rpc("delete", #"{"idToken":"\#(try signUp().idToken)"}"#) },
    ]
  }

  private var signIns: [Row] {
    [
      Row("e-mail link sign-in, its last call", 1.5, 500) { number in
        let code = try linkCode(to: "l\(number)")
        return .rpc("signInWithEmailLink", #"{"email":"l\#(number)@example.com","oobCode":"\#(code)"}"#)
      },
      Row("custom token sign-in", 1.5, 2000) { _ in
        .rpc("signInWithCustomToken", #"{"token":"\#(Self.customToken)","returnSecureToken":true}"#)
      },
      Row("provider sign-in", 2, 1000) { number in .rpc("signInWithIdp", Self.assertion(of: number)) },
      Row("phone sign-in, its last call", 1.5, 500) { number in
        let (session, code) = try PhoneSignIn.begun(Rotation.first + Int64(number + 1), port: server.port)
        return .rpc("signInWithPhoneNumber", #"{"sessionInfo":"\#(session)","code":"\#(code)"}"#)
      },
    ]
  }

  /// The list calls, whose promise is their present cost.
  ///
  /// Firebase's emulator is faster for a thousand accounts. It keeps them in memory in the form that it sends, while
  /// here each is a row in a database.
  private var lists: [Row] {
    [
      Row("batchGet of 1 000", 100, 30) { _ in .owner("GET", "batchGet?maxResults=1000") },
      Row("query of 500", 52, 30) { _ in .owner("POST", "query", "{}") },
      Row("list of 20 000 codes", 950, 5) { _ in
        ClientCall(path: "/emulator/v1/projects/demo-bulk/oobCodes", method: "GET")
      },
    ]
  }

  /// Returns the server's time for each of `count` calls, in milliseconds; nil if the system does not tell.
  ///
  /// One warm-up call is not counted, and neither is the preparation of the calls.
  private func cost(_ count: Int, _ call: (Int) throws -> ClientCall) throws -> Double? {
    _ = try connection.exchange(try call(-1).request)
    var requests: [String] = []
    for number in 0..<count { requests.append(try call(number).request) }
    guard let before = server.cpu else { return nil }
    for request in requests { _ = try connection.exchange(request) }
    return server.cpu.map { ($0 - before).milliseconds / Double(count) }
  }

  private typealias Session = (idToken: String, refreshToken: String)

  private func signUp() throws -> Session {
    let answer = try connection.exchange(ClientCall.rpc("signUp", "{}").request)
    return (answer.string(after: #""idToken":""#) ?? "", answer.string(after: #""refreshToken":""#) ?? "")
  }

  private func linkCode(to name: String) throws -> String {
    let request = #"{"returnOobLink":true,"# + Self.mail(to: name).dropFirst()
    let call = ClientCall(
      path: "/identitytoolkit.googleapis.com/v1/accounts:sendOobCode", isOwner: true, body: request)
    return try connection.exchange(call.request).string(after: #""oobCode":""#) ?? ""
  }

  /// Creates a thousand accounts with passwords, and twenty thousand unused codes.
  private func fill() throws {
    let hash = #""salt":"TmFDbDQy","passwordHash":"WwdhJP6TDH/3gNSSwFwzv5gjMZggRcOJAwOffydRnvM=""#
    let users = (0..<1000).map { number in
      #"{"localId":"bench\#(number)","email":"user\#(number)@example.com","displayName":"Kim",\#(hash)}"#
    }
    let body = #"{"hashAlgorithm":"SHA256","users":[\#(users.joined(separator: ","))]}"#
    _ = try connection.exchange(ClientCall.owner("POST", "batchCreate", body).request)
    for number in 0..<20_000 {
      _ = try connection.exchange(
        ClientCall.owner("POST", "sendOobCode", Self.mail(to: "c\(number)")).request)
    }
  }

  private static func mail(to name: String) -> String {
    #"{"requestType":"EMAIL_SIGNIN","email":"\#(name)@example.com","continueUrl":"http://localhost/"}"#
  }

  private static func assertion(of number: Int) -> String {
    #"{"requestUri":"http://localhost","returnSecureToken":true,"postBody":"providerId=google.com&id_token="#
      + #"%7B%22sub%22%3A%22\#(number)%22%2C%22email%22%3A%22g\#(number)%40example.com%22%7D"}"#
  }

  /// A token for the UID `bench`, with alg none.
  private static let customToken =
    "eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0."
    + "eyJhdWQiOiJodHRwczovL2lkZW50aXR5dG9vbGtpdC5nb29nbGVhcGlzLmNvbS9nb29nbGUuaWRlbnRpdHkuaWRlbnRpdHl0b29sa2l0LnYxLklkZW50aXR5VG9vbGtpdCIsInVpZCI6ImJlbmNoIn0."
}
