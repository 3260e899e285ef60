import CommandKit
import Essentials
import Flows
import LibC
import PrivateFiles

/// The profile that a folder asks for, by a file in it or in one above.
struct FolderProfile: Equatable {
  static let fileName = ".usher-profile"

  let name: String
  let path: String

  /// The nearest file's profile, from `folder` upwards; nil where there is none.
  ///
  /// A file that others can put in the user's way, in `/tmp` say, names nothing: `warn` is told of it.
  static func find(from folder: String, warn: (String) -> Void) throws(Diagnosis) -> FolderProfile? {
    guard folder.hasPrefix("/") else { return nil }
    var parts = folder.split(separator: "/")
    while true {
      let path = parts.map { "/" + $0 }.joined() + "/" + fileName
      if let profile = try read(path, warn) { return profile }
      if parts.popLast() == nil { return nil }
    }
  }

  private static func read(_ path: String, _ warn: (String) -> Void) throws(Diagnosis) -> FolderProfile? {
    let text: Data
    do throws(Errno) {
      guard let file = try Descriptor.existing(path, O_RDONLY) else { return nil }
      if let objection = try file.status().objectionToConfiguration {
        warn("\(path) is ignored: \(objection)")
        return nil
      }
      text = try file.read(limit: 256)
    } catch {
      // A folder above may be closed to this user, who then has no file there.
      let isClosed = error.isRefusal && access(String(path.dropLast(fileName.count)), X_OK) != 0
      if error.meansNothingThere || isClosed { return nil }
      throw Diagnosis(
        error.isRefusal ? .configUnsafe : .io, "cannot read \(path) (\(error.reason))",
        hint: "name a profile with -p NAME")
    }
    // Blanks around the name are nobody's wish; one inside it makes it no name.
    let words = String(decoding: text, as: UTF8.self).split(whereSeparator: \.isWhitespace).map(String.init)
    guard words.count == 1, SessionName.isName(words[0]) else {
      throw bad(path, "it holds a profile's name and nothing else")
    }
    return FolderProfile(name: words[0], path: path)
  }

  private static func bad(_ path: String, _ reason: String) -> Diagnosis {
    Diagnosis(
      .badFolderProfile, "\(path) names no profile: \(reason)",
      hint: "correct or remove the file, or name a profile with -p NAME")
  }
}
