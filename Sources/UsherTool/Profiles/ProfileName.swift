import CommandKit
import Essentials

/// The names of profiles.
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
