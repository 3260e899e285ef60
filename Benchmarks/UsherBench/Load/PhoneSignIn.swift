/// One sign-in by phone on the client's side: send a code, read it, exchange it.
struct PhoneSignIn {
  let number: Int64
  private var session = ""
  private var code = ""
  private var step = Step.send

  private enum Step {
    case send, readCode, exchange
  }

  init(number: Int64) {
    self.number = number
  }

  /// The next request.
  var request: String {
    switch step {
    case .send: Self.post("sendVerificationCode", #"{"phoneNumber":"+\#(number)"}"#)
    case .readCode:
      "GET /emulator/v1/projects/demo-usher/verificationCodes?phoneNumber=%2B\(number) HTTP/1.1\r\n"
        + "Host: 127.0.0.1\r\n\r\n"
    case .exchange:
      Self.post("signInWithPhoneNumber", #"{"sessionInfo":"\#(session)","code":"\#(code)"}"#)
    }
  }

  /// Processes the response to `request`.
  mutating func take(_ body: UnsafeRawBufferPointer) throws -> Progress {
    switch step {
    case .send:
      guard let session = body.string(after: #""sessionInfo":""#) else { throw body.unexpected }
      self.session = session
      step = .readCode
      return .sent
    case .readCode:
      code = try code(in: body)
      step = .exchange
      return .goesOn
    case .exchange:
      guard let token = body.string(after: #""idToken":""#), token.utf8.count(where: { $0 == dot }) == 2,
        body.string(after: #""refreshToken":""#)?.isEmpty == false
      else { throw body.unexpected }
      return .signedIn
    }
  }

  enum Progress {
    case sent, goesOn, signedIn
  }

  /// Returns the code of this session, because other sessions may use the same number.
  private func code(in body: UnsafeRawBufferPointer) throws -> String {
    var rest = body
    while let entry = rest.firstRange(of: #"{"code":""#) {
      let start = UnsafeRawBufferPointer(rebasing: rest[entry.lowerBound...])
      if start.string(after: #""sessionInfo":""#) == session {
        return start.string(after: #""code":""#) ?? ""
      }
      rest = UnsafeRawBufferPointer(rebasing: rest[entry.upperBound...])
    }
    throw body.unexpected
  }

  private static func post(_ procedure: StaticString, _ body: String) -> String {
    "POST /identitytoolkit.googleapis.com/v1/accounts:\(procedure)?key=any HTTP/1.1\r\nHost: 127.0.0.1\r\n"
      + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n" + body
  }
}

extension PhoneSignIn {
  /// Sends a code to `number` with the server on `port`, and returns the code and its sessionInfo.
  static func begun(_ number: Int64, port: UInt16) throws -> (session: String, code: String) {
    let connection = try HTTPConnection(port: port)
    var signIn = PhoneSignIn(number: number)
    for _ in 0..<2 { _ = try signIn.take(try connection.exchange(signIn.request)) }
    return (signIn.session, signIn.code)
  }
}

private let dot = UInt8(ascii: ".")

extension UnsafeRawBufferPointer {
  fileprivate var unexpected: Failure {
    Failure("an unexpected answer: " + String(decoding: self, as: UTF8.self))
  }
}
