import CurlTransport
import HTTP
import LibC
import Testing

@testable import HTTPListener

@Suite struct ProxyTests {
  private static let variables = [
    "http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY",
  ]

  @Test func aProxyInTheEnvironmentNeverSeesARequestForLoopback() async {
    // The environment belongs to the whole process, so this needs one of its own.
    await #expect(processExitsWith: .success) {
      let sniffer = try FaultServer(answer: AnswerFaultTests.sized)
      let server = try FaultServer(answer: AnswerFaultTests.sized)
      for name in ProxyTests.variables { setenv(name, sniffer.origin, 1) }
      setenv("no_proxy", "", 1)
      for host in ["127.0.0.1", "localhost", "127.1", "x.localhost"] {
        _ = CurlTransport.patient().outcome("http://\(host):\(server.port)")
        // The connection counts: the server does not speak TLS.
        _ = CurlTransport.impatient { $0.requestDeadline = .seconds(1) }
          .outcome("https://\(host):\(server.port)")
      }
      #expect(server.connections >= 6)
      #expect(sniffer.connections == 0)
      // The sniffer is where it should be: others do go through it.
      _ = CurlTransport.patient().outcome("http://service.example")
      #expect(sniffer.connections == 1)
    }
  }

  @Test func aProxyOfTheConfigurationNeverSeesARequestForLoopback() throws {
    let sniffer = try FaultServer(answer: AnswerFaultTests.sized)
    let server = try FaultServer(answer: AnswerFaultTests.sized)
    let transport = CurlTransport.patient { $0.proxy = sniffer.origin }
    #expect(try transport.outcome(server.origin).get().status == 200)
    #expect(sniffer.connections == 0)
    #expect(try transport.outcome("http://service.example").get().status == 200)
    #expect(sniffer.connections == 1)
  }

  @Test func aProxyThatRefusesIsNamedAsTheCulprit() throws {
    let server = try FaultServer(
      answer: "HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n")
    let transport = CurlTransport.patient { $0.proxy = server.origin }
    let expected = Outcome.failure(.proxyRefused(status: 407))
    #expect(transport.outcome("https://service.example") == expected)
    #expect(transport.outcome("http://service.example") == expected)
  }

  @Test func aProxyThatIsNotThereIsNamedAsTheCulprit() throws {
    let port = try ListeningSocket(host: "127.0.0.1", port: 0).port
    let transport = CurlTransport.patient { $0.proxy = "http://name:secret@127.0.0.1:\(port)" }
    let outcome = transport.outcome("https://service.example")
    guard case .failure(.proxyFailed) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(!"\(outcome)".contains("secret"))
  }

  @Test func aProxyThatIsSilentIsNamedAsTheCulprit() throws {
    let silent = try FaultServer { connection, _ in _ = connection.receiveAll() }
    let transport = CurlTransport.impatient {
      $0.proxy = silent.origin
      $0.requestDeadline = .seconds(3600)
    }
    #expect(
      transport.outcome("https://service.example")
        == .failure(.proxyFailed(reason: "no answer within 1 s")))
  }

  @Test func aProxyThatEndsTheConnectionIsNamedAsTheCulprit() throws {
    let ending = try FaultServer { _, _ in }
    let transport = CurlTransport.patient { $0.proxy = ending.origin }
    #expect(
      transport.outcome("https://service.example")
        == .failure(.proxyFailed(reason: "it ends the connection")))
    // Nothing tells a proxy from a server that is asked without TLS; at least the request is not called large.
    #expect(transport.outcome("http://service.example") == .failure(.cutOff))
  }

  @Test func aProxyThatIsNotOneGivesAwayNoPassword() throws {
    let transport = CurlTransport.patient { $0.proxy = "odd://name:secret@127.0.0.1:1" }
    let outcome = transport.outcome("https://service.example")
    #expect((try? outcome.get()) == nil && !"\(outcome)".contains("secret"))
  }
}
