import CommandKit
import Essentials
import LibC
import PrivateFiles

extension Diagnosis {
  /// A file that was asked for could not be written.
  init(writing path: String, _ error: Errno) {
    let isFull = [ENOSPC, EDQUOT].contains(error.code)
    self.init(
      isFull ? .diskFull : .cannotWrite, "cannot write \(path) (\(error.reason))",
      hint: error == .exists ? "remove it first, or choose another name" : nil, retry: .newInput)
  }
}
