import AuthClient
import Crypto
import Essentials
import HTTP
import IdentityToolkit
import LibC
import TestSupport
import Testing

@testable import UsherTool

/// The tool as a device on loopback.
@Suite struct PushReceiverTests {
  private let inbox = AppVerificationInbox()

  private func receiver() throws -> (PushReceiver, LoopbackDevice) {
    let receiver = try PushReceiver(inbox, secret: SecureRandom.bytes(LoopbackDevice.secretSize))
    return (receiver, try #require(LoopbackDevice(appToken: receiver.token.text)))
  }

  private func post(_ body: String, to path: String, at port: UInt16) -> Browser.Request {
    Browser.Request(
      method: "POST", target: path,
      fields: [("Host", "127.0.0.1:\(port)"), ("Content-Type", "application/json")], body: body)
  }

  @Test func onlyAPushToItsPathIsTaken() throws {
    let (receiver, device) = try receiver()
    let browser = Browser(port: device.port)
    let push = VerificationPush(receipt: "r", secret: "s").notification.text
    let good = post(push, to: device.path, at: device.port)
    #expect(browser.send(good)?.status == 204)
    for hostile in [
      good.changed { $0.method = "PUT" }, good.changed { $0.target = "/" },
      good.changed { $0.target = LoopbackDevice.pathPrefix }, good.changed { $0.target.removeLast() },
      good.changed { $0.target += "0" }, good.with("Host", "evil.example"),
      good.with("Origin", "http://evil.example"), good.changed { $0.body = "{" },
      good.changed { $0.body = #"{"aps":{}}"# },
      good.changed { $0.body = String(repeating: "x", count: 1 << 20) },
    ] {
      let status = browser.send(hostile)?.status ?? 413
      #expect((400...499).contains(status))
    }
    // Nobody asked for this receipt.
    #expect(inbox.credentials == AppCredentials())
    #expect(browser.send(good)?.status == 204)
    withExtendedLifetime(receiver) {}
  }

  @Test func itsPortIsClosedWithIt() throws {
    var port: UInt16 = 0
    do {
      let (receiver, device) = try receiver()
      port = device.port
      #expect(Browser(port: port).connection() != nil)
      withExtendedLifetime(receiver) {}
    }
    #expect(Browser(port: port).connection() == nil)
  }

  @Test func everyReceiverHasAPathOfItsOwn() throws {
    let (one, other) = (try receiver(), try receiver())
    #expect(one.1.path != other.1.path && one.1.secret.count == 16)
    withExtendedLifetime((one, other)) {}
  }
}
