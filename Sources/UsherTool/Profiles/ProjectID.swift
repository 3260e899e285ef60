/// What a project may be called.
enum ProjectID {
  /// Lower-case letters, digits and hyphens; old projects have a domain's name in front of a colon.
  static func isID(_ text: String) -> Bool {
    (1...128).contains(text.utf8.count)
      && text.utf8.allSatisfy {
        (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || "-.:_".utf8.contains($0)
      }
  }
}
