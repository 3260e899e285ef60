import CommandKit

/// The names of profiles.
enum ProfileName {
  /// The embedded server's own profile; always there.
  static let local = "local"
  /// Where sessions are kept that options and variables led to.
  static let unnamed = "default"

  /// A name that a profile may have.
  static func check(_ name: String) throws(Diagnosis) -> String {
    guard SessionName.isName(name) else {
      throw Diagnosis(
        .badProfileName, "that is no name for a profile",
        hint: "letters, digits and - _ . @ +, up to 64 bytes", retry: .newInput)
    }
    return name
  }

  /// A name that a profile of a person's own may have.
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
