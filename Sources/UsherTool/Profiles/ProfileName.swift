import CommandKit

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
        .badProfileName, "that is no name for a profile",
        hint: "letters, digits and - _ . @ +, up to 64 bytes", retry: .newInput)
    }
    return name
  }

  /// Returns `name` if it is valid and not one of the built-in names.
  static func checkOwn(_ name: String) throws(Diagnosis) -> String {
    guard name != local, name != unnamed else {
      throw Diagnosis(
        .reservedProfile, "the profile \(name) is built in",
        hint: "choose another name; usher profile list shows those there are", retry: .newInput)
    }
    return try check(name)
  }

  static func unknown(_ name: String, namedBy source: String? = nil) -> Diagnosis {
    Diagnosis(
      .noSuchProfile,
      "there is no profile called \(name)" + (source.map { " (named by \($0))" } ?? ""),
      hint: Hint("see", ["usher", "profile", "list"]).then(
        "usher init makes one of an app's configuration file"))
  }
}
