import CommandKit
import Essentials
import HTTPListener

extension Diagnosis {
  /// The server could not listen.
  init(_ error: ListenError) {
    switch error {
    case .notAnAddress(let host):
      self.init(.badAddress, "'\(host)' is not an IP address that can be listened on", retry: .newInput)
    case .addressNotAvailable(let host):
      self.init(.cannotListen, "\(host) is not an address of this machine", retry: .newInput)
    case .portTaken(let port):
      self.init(
        .portTaken, "port \(port) is taken",
        hint: Hint("choose another port with --port").then(
          "or take any free port", copying: "usher serve --port 0"), retry: .newInput)
    case .portNotPermitted(let port):
      self.init(
        .portNotPermitted, "only root can use port \(port)",
        hint: "choose a port from 1024 on", retry: .newInput)
    case .notListening(let descriptor):
      self.init(
        .cannotListen, "descriptor \(descriptor) is not a TCP socket that listens",
        hint: "set ListenStream=ADDRESS:PORT in the service's socket unit")
    case .failed(let reason):
      self.init(.cannotListen, "cannot listen (\(reason))", retry: .same)
    }
  }
}
