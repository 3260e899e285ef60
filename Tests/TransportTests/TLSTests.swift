import CurlTransport
import Essentials
import HTTP
import LibC
import TestSupport
import Testing

@testable import HTTPListener

@Suite struct TLSTests {
  private let folder = TemporaryFolder()

  init() {
    // As the program does when it starts: libssl writes where nobody reads any more.
    signal(SIGPIPE, SIG_IGN)
  }

  private func file(_ text: String, _ name: String, mode: mode_t = 0o600) -> String {
    folder.write(text, to: name, mode: mode)
    return folder.path + "/" + name
  }

  private func listener(
    _ handler: ClosureHandler = .echo, clock: TestClock = TestClock()
  ) throws -> HTTPListener {
    let identity = try TLSIdentity(
      certificate: file(Self.certificate, "cert.pem", mode: 0o644), key: file(Self.key, "key.pem"))
    return try HTTPListener.serving(handler, clock: clock) { $0.identity = identity }
  }

  private func transport() -> CurlTransport {
    var configuration = CurlTransport.Configuration()
    configuration.trust = .file(file(Self.certificate, "trusted.pem"))
    return CurlTransport(configuration)
  }

  @Test func whoTrustsTheCertificateIsAnswered() throws {
    let listener = try listener()
    let transport = transport()
    for size in [0, 1, 64 << 10] {
      let body = Data(repeating: 0x78, count: size)
      let answer = try transport.send(
        HTTPRequest(method: .post, origin: "https://127.0.0.1:\(listener.port)", path: "/a", body: body))
      #expect(answer.status == 200)
      #expect(answer.body == body)
    }
    listener.stop()
  }

  @Test func whoDoesNotTrustItSendsNothing() throws {
    let listener = try listener(
      ClosureHandler { _ in
        Issue.record("a request came in")
        return HTTPResponse(status: 200)
      })
    #expect(throws: HTTPError.self) {
      try CurlTransport.patient().send(
        HTTPRequest(method: .get, origin: "https://127.0.0.1:\(listener.port)", path: "/"))
    }
  }

  /// Whoever speaks no TLS is left without an answer, at once, and others are served.
  @Test func plainRequestsAreNotAnswered() throws {
    let listener = try listener()
    let peer = RawSocket(connectedTo: listener.port)
    peer.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
    #expect(peer.receiveAll()?.contains("HTTP/1.1") != true)
    let request = HTTPRequest(
      method: .options, origin: "https://127.0.0.1:\(listener.port)", path: "/", headers: ["X-A": "b"])
    #expect(try transport().send(request).headers["X-A"] == "b")
  }

  @Test(arguments: ["GET / HT", "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nx"])
  func whoStopsInTheMiddleIsToldSo(beginning: String) throws {
    let clock = TestClock()
    let listener = try listener(clock: clock)
    let peer = try TLSPeer(connectedTo: listener.port)
    peer.send(beginning)
    clock.advance(60)
    listener.lookAtDeadlines()
    let answer = peer.receive()
    #expect(answer.hasPrefix("HTTP/1.1 408 Request Timeout\r\n"), "\(answer)")
    #expect(answer.contains("REQUEST_TOO_SLOW"))
    clock.advance(1)
    listener.lookAtDeadlines()
  }

  @Test(arguments: [("https", "200"), ("http", "400")])
  func aWholeAddressHasTheSchemeOfTheConnection(_ scheme: String, _ status: String) throws {
    let listener = try listener()
    let peer = try TLSPeer(connectedTo: listener.port)
    peer.send("GET \(scheme)://localhost/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    #expect(peer.receive().hasPrefix("HTTP/1.1 \(status) "))
  }

  @Test func whatWillNotDoIsExplained() throws {
    let certificate = file(Self.certificate, "cert.pem")
    let key = file(Self.key, "key.pem")
    func problem(_ certificate: String, _ key: String) -> TLSIdentity.Problem? {
      do throws(TLSIdentity.Problem) {
        _ = try TLSIdentity(certificate: certificate, key: key)
        return nil
      } catch { return error }
    }
    #expect(problem(certificate, key) == nil)
    #expect(problem(certificate, file(Self.key, "key-of-group.pem", mode: 0o640)) == nil)
    // Root's is as containers mount it; anybody else's is refused.
    let open = file(Self.key, "open.pem", mode: 0o644)
    #expect(problem(certificate, open) == (geteuid() == 0 ? nil : .exposed(file: open)))
    if chown(open, 65534, 65534) == 0 { #expect(problem(certificate, open) == .exposed(file: open)) }
    let other = file(Self.otherKey, "other.pem")
    #expect(problem(certificate, other) == .otherKey(file: other))
    #expect(problem(certificate, certificate) == .noKey(file: certificate))
    #expect(problem(key, key) == .noCertificate(file: key))
    let missing = folder.path + "/nowhere"
    let reason = "No such file or directory"
    #expect(problem(missing, key) == .unreadable(file: missing, reason: reason))
    #expect(problem(certificate, missing) == .unreadable(file: missing, reason: reason))
  }

  // For localhost and 127.0.0.1, good until 2126.
  private static let certificate = """
    -----BEGIN CERTIFICATE-----
    MIIBnDCCAUGgAwIBAgIUarG4ipMyXclj6urllUdplsLGKp0wCgYIKoZIzj0EAwIw
    FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMjE2MTUxOVoYDzIxMjYxMDI5
    MTYxNTE5WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
    PQMBBwNCAARNmuc3pCquYnxRIwBD+yIt9k606nWmO57jo/8AIuuYQQdLJbQmiEgu
    veSsVHvUh8pZRzqUeSbmC5tmTNGEn4YGo28wbTAdBgNVHQ4EFgQUjPWBSla/L+E5
    R7pJTVyoYHbX4iIwHwYDVR0jBBgwFoAUjPWBSla/L+E5R7pJTVyoYHbX4iIwDwYD
    VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
    zj0EAwIDSQAwRgIhAIEz/uvBiSx6snRKkU0a8XXMu9KydWjPPTK5B4LG8d7vAiEA
    l0oJHWWpUG1tLQwJTEe2k1bbRA2s69OPUCcTH6XEhsI=
    -----END CERTIFICATE-----
    """

  private static let key = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgBlQPX0o1EuqWSKfW
    PoedeCWKe6rJTwwLNoU3Wats0sihRANCAARNmuc3pCquYnxRIwBD+yIt9k606nWm
    O57jo/8AIuuYQQdLJbQmiEguveSsVHvUh8pZRzqUeSbmC5tmTNGEn4YG
    -----END PRIVATE KEY-----
    """

  private static let otherKey = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg52PkwjSuiKutKuZe
    XHyhWu4bf0vQluLk8sBhH5iP3fOhRANCAAQ3oRFDtC0yK8AYVcHfpAB7rIfT3fXA
    9REYiSasnDlLndGl4a+W5mTkXSF0W0W8QOZ8vSjz6tbT4Dp20VZPfXWX
    -----END PRIVATE KEY-----
    """
}
