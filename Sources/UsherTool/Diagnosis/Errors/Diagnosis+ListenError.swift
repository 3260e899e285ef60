import CommandKit
import HTTPListener

extension Diagnosis {
  /// The server could not listen.
  init(_ error: ListenError) {
    switch error {
    case .notAnAddress(let host):
      self.init(.badAddress, "'\(host)' is no IP address to listen on", retry: .newInput)
    case .addressNotAvailable(let host):
      self.init(.cannotListen, "\(host) is no address of this machine", retry: .newInput)
    case .portTaken(let port):
      self.init(
        .portTaken, "port \(port) is taken",
        hint: "choose another with --port; 0 is any free one", retry: .newInput)
    case .portNotPermitted(let port):
      self.init(
        .portNotPermitted, "port \(port) is the system's",
        hint: "anybody may take one from 1024 on", retry: .newInput)
    case .notListening(let descriptor):
      self.init(
        .cannotListen, "descriptor \(descriptor) is no TCP socket that listens",
        hint: "give the service one, with ListenStream=ADDRESS:PORT in its socket unit")
    case .failed(let reason):
      self.init(.cannotListen, "cannot listen (\(reason))", retry: .same)
    }
  }
}
