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
