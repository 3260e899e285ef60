/// A profile that was named for a run, and by what.
struct NamedProfile {
  var name: String
  var settings: ProfileSettings
  var source: Destination.Source
  /// The file that named it.
  var file: String?

  /// The profile called `name`, where there is one.
  static func find(
    _ name: String, in state: SavedState, source: Destination.Source, file: String? = nil
  ) throws(Diagnosis) -> NamedProfile {
    if name == ProfileName.local {
      var settings = ProfileSettings()
      settings.endpoint = "local"
      return NamedProfile(name: name, settings: settings, source: source, file: file)
    }
    guard let profile = state.profiles[try ProfileName.check(name)] else {
      throw ProfileName.unknown(name, namedBy: file ?? source.rawValue)
    }
    return NamedProfile(name: name, settings: profile.settings, source: source, file: file)
  }
}

extension ProfileSettings {
  /// `local`, `production` or a URL; nil where the profile says nothing.
  var endpointWord: String? { endpoint ?? (apiKey == nil ? nil : "production") }
}
