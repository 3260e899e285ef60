import HTTP
import Testing

@testable import HTTPListener

/// Which words of a proxy count, and whose.
@Suite struct ProxyRuleTests {
  private let rule = ProxyRule(ranges: ["127.0.0.1", "10.0.0.0/8", "fd00::/8"].compactMap(AddressRange.init))

  /// What is believed of `fields`, sent by `peer`.
  private func forwarding(_ fields: [(String, String)], from peer: String = "127.0.0.1") throws -> Forwarding?
  {
    var headers = HTTPHeaders()
    for (name, value) in fields { headers.append(name, value) }
    return try rule.forwarding(in: headers, from: peer)
  }

  // MARK: - Ranges

  @Test(arguments: [
    ("127.0.0.1", "127.0.0.1", true), ("127.0.0.1", "127.0.0.2", false), ("10.0.0.0/8", "10.255.0.1", true),
    ("10.0.0.0/8", "11.0.0.1", false), ("10.0.0.0/8", "::ffff:10.1.2.3", true),
    ("192.168.4.0/23", "192.168.5.9", true),
    ("192.168.4.0/23", "192.168.6.0", false), ("0.0.0.0/0", "203.0.113.7", true), ("0.0.0.0/0", "::1", false),
    ("::1", "::1", true), ("::1", "127.0.0.1", false), ("fd00::/8", "fdab::1", true),
    ("fd00::/8", "fe80::1", false),
    ("::/0", "203.0.113.7", true), ("10.0.0.0/8", "", false), ("10.0.0.0/8", "10.0.0.1, 10.0.0.2", false),
  ])
  func aRangeHoldsTheAddressesThatBeginLikeIt(range: String, address: String, isIn: Bool) throws {
    #expect(try #require(AddressRange(range)).contains(address) == isIn)
  }

  @Test(arguments: [
    "", "nginx", "10.0.0.1/", "10.0.0.1/33", "10.0.0.1/-1", "10.0.0.1/+8", "10.0.0.1/8", "10.0.0.0/8/8", "/8",
    "10.1",
    "::1/129", "fd00::1/8", "10.0.0.0/0x8", "10.0.0.0/0008", " 10.0.0.1",
  ])
  func whatIsNoRangeIsRefused(text: String) {
    #expect(AddressRange(text) == nil)
  }

  @Test(arguments: [
    (["0.0.0.0/0"], true), (["0.0.0.0/1"], true), (["0.0.0.0/2"], false), (["::/0"], true),
    (["8000::/1"], true), (["4000::/2"], false), (["::/64"], true),
    (["0.0.0.0/2", "128.0.0.0/2"], true), (["0.0.0.0/2", "0.0.0.0/2", "10.0.0.0/8"], false),
    (["0.0.0.0/2", "64.0.0.0/3", "96.0.0.0/3"], true), (["0.0.0.0/2", "4000::/2"], false),
    (["::ffff:0:0/96"], true), (["::ffff:0:0/98"], false),
    (["10.0.0.0/8", "127.0.0.1", "::1"], false), ([], false),
  ])
  func halfOfAFamilyIsNoNetworkOfProxies(ranges: [String], isHalf: Bool) {
    #expect(AddressRange.coverHalf(ranges.compactMap { AddressRange($0) }) == isHalf)
  }

  @Test(arguments: [
    ("10.0.0.0/8", false), ("10.0.0.0/7", true), ("10.0.0.1", false), ("::ffff:10.0.0.0/103", true),
    ("2001:db8::/32", false), ("2001:db8::/31", true), ("::1", false),
  ])
  func aRangeWiderThanANetworkIsKnown(range: String, isWide: Bool) throws {
    #expect(try #require(AddressRange(range)).isWide == isWide)
  }

  // MARK: - Whose words

  @Test func whatAnybodyElseSaysIsIgnored() throws {
    let lies = [
      ("X-Forwarded-For", "10.0.0.9"), ("X-Forwarded-Host", "evil.example"), ("X-Forwarded-Proto", "x"),
    ]
    #expect(try forwarding(lies, from: "203.0.113.7") == nil)
    #expect(try forwarding([("Forwarded", "for=10.0.0.9;host=evil.example")], from: "203.0.113.7") == nil)
    #expect(
      try ProxyRule(ranges: []).forwarding(in: ["X-Forwarded-For": "10.0.0.9"], from: "127.0.0.1") == nil)
    #expect(try forwarding([]) == nil)
  }

  static let believed: [([(String, String)], Forwarding)] = [
    (
      [
        ("X-Forwarded-For", "203.0.113.7"), ("X-Forwarded-Host", "auth.example.com"),
        ("X-Forwarded-Proto", "https"),
      ], Forwarding(peer: "203.0.113.7", host: "auth.example.com", scheme: .https)
    ),
    // The client wrote the first, and the proxy the last.
    (
      [("X-Forwarded-For", "10.9.9.9, 203.0.113.7"), ("X-Forwarded-Host", "evil.example, auth.example.com")],
      Forwarding(peer: "203.0.113.7", host: "auth.example.com")
    ),
    (
      [
        ("X-Forwarded-For", "10.9.9.9"), ("X-Forwarded-For", "203.0.113.7"),
        ("X-Forwarded-Proto", "http,https"),
      ],
      Forwarding(peer: "203.0.113.7", scheme: .https)
    ),
    // Two proxies, each of which added what it saw.
    (
      [
        ("X-Forwarded-For", "8.8.8.8, 203.0.113.7, 10.0.0.2"),
        ("X-Forwarded-Host", "evil.example, auth.example.com, inside"),
        ("X-Forwarded-Proto", "ftp, https, http"),
      ], Forwarding(peer: "203.0.113.7", host: "auth.example.com", scheme: .https)
    ),
    // Two, of which the inner one writes the name and the scheme anew.
    (
      [
        ("X-Forwarded-For", "203.0.113.7, 10.0.0.2"), ("X-Forwarded-Host", "auth.example.com"),
        ("X-Forwarded-Proto", "HTTPS"),
      ], Forwarding(peer: "203.0.113.7", host: "auth.example.com", scheme: .https)
    ),
    // Nobody but proxies: the first asked for itself.
    ([("X-Forwarded-For", "10.0.0.3, 10.0.0.2")], Forwarding(peer: "10.0.0.3")),
    ([("X-Forwarded-For", "203.0.113.7:4711")], Forwarding(peer: "203.0.113.7")),
    ([("X-Forwarded-For", "[2001:DB8::1]:4711")], Forwarding(peer: "2001:db8::1")),
    ([("X-Forwarded-For", "2001:db8:0::1")], Forwarding(peer: "2001:db8::1")),
    ([("X-Forwarded-For", "::ffff:203.0.113.7")], Forwarding(peer: "203.0.113.7")),
    // The one who says nothing may have anybody behind it.
    ([("X-Forwarded-For", "203.0.113.7, unknown")], Forwarding(peer: nil)),
    ([("X-Forwarded-For", "203.0.113.7, unknown, 10.0.0.2")], Forwarding(peer: nil)),
    ([("X-Forwarded-Host", "auth.example.com")], Forwarding(peer: nil, host: "auth.example.com")),
    (
      [("Forwarded", "for=203.0.113.7;host=auth.example.com;proto=https;by=10.0.0.1")],
      Forwarding(peer: "203.0.113.7", host: "auth.example.com", scheme: .https)
    ),
    (
      [("Forwarded", #"For="[2001:db8::1]:4711" ; Host="auth.example.com:8443"; secret="a,b;c\"d""#)],
      Forwarding(peer: "2001:db8::1", host: "auth.example.com:8443")
    ),
    (
      [
        ("Forwarded", "for=8.8.8.8;host=evil.example, for=203.0.113.7;proto=https"),
        ("Forwarded", "for=10.0.0.2;host=inside"),
      ],
      Forwarding(peer: "203.0.113.7", host: "inside", scheme: .https)
    ),
    ([("Forwarded", "for=_hidden;proto=https, for=10.0.0.2")], Forwarding(peer: nil, scheme: .https)),
    ([("Forwarded", "proto=https")], Forwarding(peer: nil, scheme: .https)),
  ]

  @Test(arguments: believed)
  func whatAProxyAddedItselfIsBelieved(fields: [(String, String)], expected: Forwarding) throws {
    #expect(try forwarding(fields) == expected)
  }

  @Test(arguments: [
    [("X-Forwarded-For", "203.0.113")], [("X-Forwarded-For", "")], [("X-Forwarded-For", "203.0.113.7,")],
    [("X-Forwarded-For", "localhost")], [("X-Forwarded-For", "[203.0.113.7]")],
    [("X-Forwarded-For", "203.0.113.7:")],
    [("X-Forwarded-For", "[::1")], [("X-Forwarded-For", "[::1]x")], [("X-Forwarded-For", "1.2.3.4:999999")],
    [("X-Forwarded-Proto", "gopher")], [("X-Forwarded-Proto", "")], [("X-Forwarded-Proto", "https, ")],
    [("Forwarded", "")], [("Forwarded", "for")], [("Forwarded", "for=")],
    [("Forwarded", "for=1.2.3.4;for=1.2.3.4")],
    [("Forwarded", #"for="1.2.3.4"#)], [("Forwarded", "for=1.2.3.4,")], [("Forwarded", "for=1.2.3.4 host=a")],
    [("Forwarded", "for=nobody")], [("Forwarded", "proto=gopher")], [("Forwarded", "host=a/b")],
    // A client's beside the proxy's: nobody can say which is which.
    [("Forwarded", "for=8.8.8.8"), ("X-Forwarded-For", "203.0.113.7")],
    [("Forwarded", "for=203.0.113.7"), ("X-Forwarded-Host", "evil.example")],
  ])
  func whatIsMalformedIsRefused(fields: [(String, String)]) {
    #expect(throws: Refusal.self) { try forwarding(fields) }
  }

  // MARK: - Through the listener

  private func answer(
    to fields: String, target: String = "/",
    _ configure: (inout HTTPListener.Configuration) -> Void = { _ in }
  ) throws -> String {
    let listener = try HTTPListener.serving(
      ClosureHandler { request in
        HTTPResponse(
          status: 200,
          headers: [
            "X-Peer": request.peer ?? "", "X-Host": request.headers["Host"] ?? "",
            "X-Scheme": request.forwardedScheme?.rawValue ?? "",
          ])
      }
    ) {
      $0.allowedHosts = ["auth.example.com"]
      $0.trustedProxies = [AddressRange("127.0.0.1")!]
      configure(&$0)
    }
    return listener.answer(to: "GET \(target) HTTP/1.1\r\nConnection: close\r\n\(fields)\r\n") ?? ""
  }

  private static let proxied =
    "X-Forwarded-For: 203.0.113.7\r\nX-Forwarded-Host: auth.example.com\r\nX-Forwarded-Proto: https\r\n"

  @Test func aHandlerIsHandedTheRequestThatTheProxyWasSent() throws {
    let answer = try answer(to: "Host: 127.0.0.1:9099\r\n" + Self.proxied)
    for field in ["X-Peer: 203.0.113.7\r\n", "X-Host: auth.example.com\r\n", "X-Scheme: https\r\n"] {
      #expect(answer.contains(field), "\(answer)")
    }
  }

  /// A proxy that takes off the encryption may hand on the address as it was asked for.
  @Test func aWholeAddressHasTheSchemeThatTheProxyWasAskedBy() throws {
    let host = "Host: 127.0.0.1:9099\r\n"
    func status(_ fields: String, _ scheme: String) throws -> String {
      String(try answer(to: host + fields, target: "\(scheme)://127.0.0.1:9099/").dropFirst(9).prefix(3))
    }
    #expect(try status(Self.proxied, "https") == "200")
    #expect(try status(Self.proxied, "http") == "400")
    // One that does not say is believed.
    #expect(try status("", "https") == "200")
    #expect(try status("", "http") == "200")
  }

  @Test func aHandlerIsHandedWhatAnybodyElseSentAsItIs() throws {
    let answer = try answer(to: "Host: 127.0.0.1:9099\r\n" + Self.proxied) {
      $0.trustedProxies = [AddressRange("10.0.0.0/8")!]
    }
    for field in ["X-Peer: 127.0.0.1\r\n", "X-Host: 127.0.0.1:9099\r\n", "X-Scheme: \r\n"] {
      #expect(answer.contains(field), "\(answer)")
    }
  }

  /// A page that had its name lead to this machine may set any header; its browser is where the proxy is.
  @Test(arguments: [
    "Host: evil.example\r\n" + proxied, "Host: evil.example\r\nX-Forwarded-Host: localhost\r\n",
    "Host: 127.0.0.1\r\nX-Forwarded-Host: evil.example\r\n",
    "Host: 127.0.0.1\r\nForwarded: host=evil.example\r\n",
    "Host: 127.0.0.1\r\nX-Forwarded-Host: \r\n",
    "Host: 127.0.0.1\r\nX-Forwarded-Host: auth.example.com@evil.example\r\n",
    "Host: 127.0.0.1\r\nX-Forwarded-Host: auth.example.com/evil\r\n",
    // Addresses of a machine of the client's.
    "Host: 127.0.0.1\r\nX-Forwarded-Host: 192.168.1.66\r\n",
    "Host: 127.0.0.1\r\nX-Forwarded-Host: localhost\r\n",
    "Host: 192.168.1.66\r\nX-Forwarded-For: 203.0.113.7\r\n",
  ])
  func noNameThatIsNotAllowedGetsIn(fields: String) throws {
    #expect(try answer(to: fields).hasPrefix("HTTP/1.1 403 "))
  }

  @Test func aMalformedWordOfTheProxysIsRefused() throws {
    #expect(try answer(to: "Host: 127.0.0.1\r\nX-Forwarded-For: me\r\n").hasPrefix("HTTP/1.1 400 "))
  }

  @Test(arguments: [
    (proxied, "PEER_NOT_ALLOWED"), ("X-Forwarded-For: 192.168.7.7\r\n", "X-Peer: 192.168.7.7"),
    // A proxy that was not told to say whose request it is.
    ("", "PEER_NOT_ALLOWED"), ("X-Forwarded-Host: auth.example.com\r\n", "PEER_NOT_ALLOWED"),
    ("X-Forwarded-For: unknown\r\n", "PEER_NOT_ALLOWED"), ("Forwarded: for=_hidden\r\n", "PEER_NOT_ALLOWED"),
  ])
  func aTrustedNetworkEndsAtTheProxyForThoseWhoComeFromElsewhere(fields: String, expected: String) throws {
    let answer = try answer(to: "Host: auth.example.com\r\n" + fields) {
      $0.admits = { PrivateAddress.contains($0) }
    }
    #expect(answer.contains(expected), "\(answer)")
    #expect(answer.hasPrefix("HTTP/1.1 403 ") == (expected == "PEER_NOT_ALLOWED"))
  }

  @Test func aProxyMayHaveAnAddressThatIsNotAdmitted() throws {
    let answer = try answer(to: "Host: auth.example.com\r\nX-Forwarded-For: 192.168.7.7\r\n") {
      $0.admits = { $0.hasPrefix("192.168.") }
    }
    #expect(answer.contains("X-Peer: 192.168.7.7\r\n"))
  }
}
