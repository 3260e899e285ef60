import Essentials
import PrivateFiles

extension PersistenceError {
  init(_ error: StateError) {
    self =
      switch error {
      case .unreadable(let path, let reason): .unreadable(path: path, reason: reason)
      case .unsafe(let path, let reason): .unsafe(path: path, reason: reason.english)
      case .corrupt(let path, let reason): .corrupt(path: path, reason: reason.english)
      case .newer(let path, let version): .newer(path: path, format: version)
      case .notWritable(let path, let reason): .notWritable(path: path, reason: reason)
      case .diskFull(let path): .diskFull(path: path)
      case .busy(let path): .busy(path: path)
      case .failed(let path, let reason): .failed(path: path, reason: reason)
      }
  }
}
