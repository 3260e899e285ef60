import Essentials
import LibC
import TestSupport
import Testing

/// How long an answer takes does not tell whether an address has an account.
///
/// One serial connection on one machine sees more than anybody could over a network. As a rule, the answers alone are
/// compared: how long they take is looked at in a long run, on a machine that does nothing else.
@Suite(.serialized) struct ResponseTimeTests {
  private static let known = addresses("known")
  private static let unknown = addresses("other")
  /// Requests with a known address, and as many with an unknown one.
  private let count = Size.of(3, long: 2000)
  /// How far from a coin's toss telling one from the other by their times may be: five times as far as
  /// chance alone usually gets.
  private let tolerance = 0.05

  /// So many that no address comes near the number of wrong passwords that locks one.
  private static func addresses(_ name: String) -> [String] {
    (0..<Size.of(3, long: 25)).map { "\(name)\($0 < 10 ? "0" : "")\($0)@example.com" }
  }

  @Test func aWrongPasswordTakesAsLongForAnyAddress() throws {
    try compare("signInWithPassword") { #"{"email":"\#($0)","password":"not the right one"}"# }
  }

  @Test func aResetTakesAsLongForAnyAddress() throws {
    try compare("sendOobCode") { #"{"requestType":"PASSWORD_RESET","email":"\#($0)"}"# }
  }

  private func compare(_ procedure: String, body: (String) -> String) throws {
    let server = try Server(
      Usher(), "--policy", "strict", "--policy-set", "back-off=0", "--policy-set",
      "passwords-per-back-off=100",
      "--policy-set", "reset-mails-per-day=0")
    let client = try #require(Client(server))
    for address in Self.known {
      _ = client.post("signUp", #"{"email":"\#(address)","password":"correct horse"}"#)
    }
    for address in (Self.known + Self.unknown) { _ = client.post(procedure, body(address)) }

    var times: (known: [Double], unknown: [Double]) = ([], [])
    var answers: Set<String> = []
    for number in 0..<count {
      let pair = [Self.known, Self.unknown].map { $0[number % $0.count] }
      // In either order, so that neither has the other's warmth.
      for address in Bool.random() ? pair : pair.reversed() {
        let start = ContinuousClock.now
        let answer = client.post(procedure, body(address))
        let time = (ContinuousClock.now - start) / .microseconds(1)
        if address.hasPrefix("known") { times.known.append(time) } else { times.unknown.append(time) }
        answers.insert(answer.replacing(address, with: "ADDRESS"))
      }
    }
    #expect(answers.count == 1, "\(answers)")
    let area = Self.chance(of: times.known, beingAbove: times.unknown)
    Size.report("\(procedure): 2 × \(count) requests, known above unknown with probability \(area)")
    if Size.isLong { #expect(abs(area - 0.5) < tolerance, "\(area)") }
    _ = server.stop()
  }

  /// The area under the ROC curve: how often one of `left` is above one of `right`, ties counted as halves.
  private static func chance(of left: [Double], beingAbove right: [Double]) -> Double {
    let ordered = right.sorted()
    func place(_ time: Double, _ isBelow: (Double, Double) -> Bool) -> Int {
      var range = 0..<ordered.count
      while !range.isEmpty {
        let middle = range.lowerBound + range.count / 2
        range = isBelow(ordered[middle], time) ? middle + 1..<range.upperBound : range.lowerBound..<middle
      }
      return range.lowerBound
    }
    let halves = left.reduce(0) { $0 + place($1, <) + place($1, <=) }
    return Double(halves) / 2 / Double(left.count * right.count)
  }

  /// One connection that stays open.
  private struct Client {
    let connection: Connection
    let authority: String

    init?(_ server: Server) {
      guard let port = UInt16(server.port), let connection = Connection(toPort: port) else { return nil }
      var flag: Int32 = 1
      setsockopt(
        connection.descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &flag, socklen_t(MemoryLayout<Int32>.size))
      (self.connection, authority) = (connection, "127.0.0.1:\(port)")
    }

    /// Status line and body of the answer.
    func post(_ procedure: String, _ body: String) -> String {
      connection.send(
        "POST /identitytoolkit.googleapis.com/v1/accounts:\(procedure)?key=k HTTP/1.1\r\nHost: \(authority)\r\n"
          + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n" + body)
      var text = ""
      while true {
        let part = connection.receive()
        guard !part.isEmpty else { return "the connection ended" }
        text += String(decoding: part, as: UTF8.self)
        guard let end = text.firstRange(of: "\r\n\r\n") else { continue }
        let head = text[..<end.lowerBound].split(separator: "\r\n")
        let field = head.first { $0.lowercased().hasPrefix("content-length:") }
        let length = field.flatMap { Int($0.split(separator: " ").last ?? "") } ?? 0
        if text[end.upperBound...].utf8.count >= length { return head[0] + "\n" + text[end.upperBound...] }
      }
    }
  }
}
