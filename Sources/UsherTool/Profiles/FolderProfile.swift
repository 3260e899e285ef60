import CommandKit
import Essentials
import Flows
import LibC
import PrivateFiles

/// The profile that a file in this folder, or in a folder above it, selects.
struct FolderProfile: Equatable {
  static let fileName = ".usher-profile"

  let name: String
  let path: String

  /// Returns the profile in the nearest file, searching upwards from `folder`; nil if there is no such file.
  ///
  /// Ignores a file that another user may have placed, for example in `/tmp`, and passes a message to `warn`.
  static func find(from folder: String, warn: (Text) -> Void) throws(Diagnosis) -> FolderProfile? {
    guard folder.hasPrefix("/") else { return nil }
    var parts = folder.split(separator: "/")
    while true {
      let path = parts.map { "/" + $0 }.joined() + "/" + fileName
      if let profile = try read(path, warn) { return profile }
      if parts.popLast() == nil { return nil }
    }
  }

  private static func read(_ path: String, _ warn: (Text) -> Void) throws(Diagnosis) -> FolderProfile? {
    let text: Data
    do throws(Errno) {
      guard let file = try Descriptor.existing(path, O_RDONLY) else { return nil }
      if let objection = try file.status().objectionToConfiguration {
        warn("\(path) is ignored: \(objection)")
        return nil
      }
      text = try file.read(limit: 256)
    } catch {
      // If the user cannot search the folder, the user has no file there.
      let isClosed = error.isRefusal && access(String(path.dropLast(fileName.count)), X_OK) != 0
      if error.meansNothingThere || isClosed { return nil }
      throw Diagnosis(
        error.isRefusal ? .configUnsafe : .io, "cannot read \(path) (\(error.reason))",
        hint: "name a profile with -p NAME")
    }
    // Ignore whitespace around the name. A name with whitespace inside is not valid.
    let words = String(decoding: text, as: UTF8.self).split(whereSeparator: \.isWhitespace).map(String.init)
    guard words.count == 1, SessionName.isName(words[0]) else {
      throw bad(path, "it holds a profile's name and nothing else")
    }
    return FolderProfile(name: words[0], path: path)
  }

  private static func bad(_ path: String, _ reason: Text) -> Diagnosis {
    Diagnosis(
      .badFolderProfile, "\(path) names no profile: \(reason)",
      hint: "correct or remove the file, or name a profile with -p NAME")
  }
}
