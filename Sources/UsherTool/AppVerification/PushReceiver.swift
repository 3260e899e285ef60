import AuthClient
import Crypto
import Essentials
import HTTP
import HTTPListener
import IdentityToolkit

/// A device on loopback, which the pushes of a local server reach. Its port is closed when nobody holds it.
final class PushReceiver {
  let token: APNSToken
  private let listener: HTTPListener

  /// - Parameter secret: of a new device, that nobody can guess.
  init(_ inbox: AppVerificationInbox, secret: [UInt8]) throws(ListenError) {
    listener = try HTTPListener(
      Handler(path: LoopbackDevice.path(ofSecret: secret), inbox: inbox), configuration: .forPushes)
    guard let device = LoopbackDevice(port: listener.port, secret: secret) else {
      throw .failed(reason: "port \(listener.port) is the system's")
    }
    token = APNSToken(bytes: device.bytes, kind: .prod)
  }

  deinit {
    listener.stop()
  }

  /// Takes pushes, and tells others nothing.
  private struct Handler: HTTPHandler {
    let path: String
    let inbox: AppVerificationInbox

    func respond(to request: HTTPRequest) -> HTTPResponse {
      // A web page's requests say where they come from; servers' do not.
      guard request.method == .post, ConstantTime.equal(request.path, path), request.headers["Origin"] == nil,
        let notification = JSONValue(json: request.body),
        inbox.canHandleNotification(notification)
      else { return HTTPResponse(status: 404) }
      return HTTPResponse(status: 204)
    }
  }
}

extension HTTPListener.Configuration {
  /// Room for a server's few pushes, which are small.
  fileprivate static var forPushes: Self {
    var configuration = Self()
    configuration.bodyLimit = 8 << 10
    configuration.connectionLimit = 16
    configuration.idleDeadline = .seconds(2)
    configuration.stopDeadline = .milliseconds(200)
    return configuration
  }
}
