import CommandKit
import Essentials
import Flows
import LibC
import PrivateFiles

/// A new file that holds a secret, for the user alone: 0600 whatever the umask; never follows or replaces what
/// is there.
///
/// It is made, under a name beside its own, before what it will hold: a secret that is shown only once has its
/// place already, and who is killed meanwhile leaves nothing under the name asked for.
final class PrivateFile {
  private let path: String
  /// Where the file is now; `path` when it is whole.
  private var place: String
  private let descriptor: Descriptor

  init(creating path: String) throws(Diagnosis) {
    self.path = path
    do throws(Errno) {
      if faccessat(AT_FDCWD, path, F_OK, AT_SYMLINK_NOFOLLOW) == 0 { throw .exists }
      var place = path
      descriptor = try Self.temporary(&place)
      self.place = place
      try descriptor.restoreOwnerAccess()
    } catch {
      throw Self.cannotWrite(path, error)
    }
  }

  /// Makes a file beside `place`, and says where. What was left by who was killed keeps its name, and stands in
  /// nobody's way.
  private static func temporary(_ place: inout String) throws(Errno) -> Descriptor {
    let path = place
    for number in 1...100 {
      place = "\(path).tmp\(number)"
      do throws(Errno) {
        return try Descriptor(place, new)
      } catch {
        if error != .exists { throw error }
      }
    }
    throw .exists
  }

  private static let new = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW

  /// Makes the file hold `bytes`, on the disk too; a file that could not does not stay.
  func finish(with bytes: some Collection<UInt8>) throws(Diagnosis) {
    do throws(Errno) {
      try descriptor.write(Data(bytes))
      try descriptor.sync()
      try takeName()
    } catch {
      abandon()
      throw Self.cannotWrite(path, error)
    }
  }

  /// Removes the file: there is nothing for it to hold, or what it holds is of no use.
  func abandon() {
    unlink(place)
  }

  /// Gives the file its own name, unless something has it.
  private func takeName() throws(Errno) {
    do throws(Errno) {
      _ = try Errno.check { link(place, path) }
      unlink(place)
    } catch {
      // A file system without links, of a memory stick say: the name is taken first.
      guard [EPERM, EOPNOTSUPP].contains(error.code) else { throw error }
      _ = try Descriptor(path, Self.new)
      _ = try Errno.check { rename(place, path) }
    }
    place = path
  }

  static func write(_ text: String, to path: String) throws(Diagnosis) {
    try PrivateFile(creating: path).finish(with: text.utf8)
  }

  private static func cannotWrite(_ path: String, _ error: Errno) -> Diagnosis {
    let isFull = [ENOSPC, EDQUOT].contains(error.code)
    return Diagnosis(
      "usher/cannot-write", isFull ? .io : .cantCreate, "cannot write \(path) (\(error.reason))",
      hint: error == .exists ? "remove it first, or choose another name" : nil, retry: .newInput)
  }
}
