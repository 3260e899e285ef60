import CommandKit
import Essentials

enum ProfileName {
  /// The embedded server's profile, which always exists.
  static let local = "local"
  /// The profile for sessions whose destination came from options or variables.
  static let unnamed = "default"

  /// Returns `name` if it is a valid profile name.
  static func check(_ name: String) throws(Diagnosis) -> String {
    guard SessionName.isName(name) else {
      throw Diagnosis(
        .badProfileName, "this is not a valid profile name",
        hint: "use letters, digits and - _ . @ +, and at most 64 bytes", retry: .newInput)
    }
    return name
  }

  /// Returns `name` if it is valid and not one of the built-in names.
  static func checkOwn(_ name: String) throws(Diagnosis) -> String {
    guard name != local, name != unnamed else {
      throw Diagnosis(
        .reservedProfile, "the profile \(name) is built in",
        hint: Hint("choose another name").then("see the profiles", ["usher", "profile", "list"]),
        retry: .newInput)
    }
    return try check(name)
  }

  static func unknown(_ name: String, namedBy source: String? = nil) -> Diagnosis {
    Diagnosis(
      .noSuchProfile,
      source.map { "there is no profile called \(name) (named by \($0))" }
        ?? "there is no profile called \(name)",
      hint: Hint("see the profiles", ["usher", "profile", "list"]).then(
        "create one", template: ["usher", "init", "FILE"]))
  }
}

/// The valid form of session names.
enum SessionName {
  static func check(_ name: String) throws(Diagnosis) -> String {
    guard isName(name) else {
      throw Diagnosis(
        .badSessionName, "this is not a valid session name",
        hint: "use letters, digits and - _ . @ +, and at most 64 bytes", retry: .newInput)
    }
    return name
  }

  /// Returns whether `name` is easy to type, to show and to tell from other names.
  static func isName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= 64 && name.first != "-"
      && name.unicodeScalars.allSatisfy {
        $0.properties.isAlphabetic || $0.properties.numericType != nil || "-_.@+".unicodeScalars.contains($0)
      }
  }
}

/// The valid form of project IDs.
enum ProjectID {
  /// Returns whether `text` has the form of a project ID.
  ///
  /// Old projects have a domain and a colon in front, such as `example.com:project`.
  static func isID(_ text: String) -> Bool {
    (1...128).contains(text.utf8.count)
      && text.utf8.allSatisfy {
        (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || "-.:_".utf8.contains($0)
      }
  }

  /// Returns whether the project is for local servers alone, as in Firebase's tools.
  static func isDemo(_ id: String?) -> Bool {
    id?.hasPrefix("demo-") == true
  }
}
