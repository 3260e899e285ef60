import AuthClient
import AuthServer
import HTTP
import HTTPListener
import IdentityToolkit

extension LocalServerError {
  init(_ error: AuthFailure) {
    self =
      switch error {
      case .refused(let refusal), .refusedCall(_, let refusal):
        .refused(code: refusal.code.rawValue, message: refusal.detail)
      case .network(.handler(let failure)):
        (failure.error as? StorageFailure).map { LocalServerError($0) } ?? .failed(reason: "\(failure.error)")
      case .malformedRequest: .invalidArgument("JSON cannot express what was given")
      default: .failed(reason: "the server gave no usable answer: \(error.name)")
      }
  }

  init(_ failure: StorageFailure) {
    self =
      switch failure {
      case .diskFull(let path): .diskFull(path: path)
      case .notWritable(let path, let reason), .unsafe(let path, let reason), .corrupt(let path, let reason):
        .unusableDatabase(path: path, reason: reason)
      case .earlier(let path):
        .unusableDatabase(
          path: path, reason: "an earlier build made it, and this build cannot read its format")
      case .newer(let path, let version): .newerDatabase(path: path, version: version)
      case .busy(let path): .databaseBusy(path: path)
      case .failed(let path, let reason): .failed(reason: "\(path): \(reason)")
      }
  }

  init(_ error: ListenError) {
    self =
      switch error {
      case .portTaken(let port): .portTaken(Int(port))
      case .portNotPermitted(let port): .portNotPermitted(Int(port))
      case .notAnAddress(let host), .addressNotAvailable(let host):
        .cannotListen(reason: "\(host) is not an address of this machine")
      case .notListening: .cannotListen(reason: "the socket handed over does not listen")
      case .failed(let reason): .cannotListen(reason: reason)
      }
  }
}
