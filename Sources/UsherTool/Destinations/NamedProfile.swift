import AuthClient
import CommandKit
import Flows

/// A profile that was named for a run, and by what.
struct NamedProfile: Equatable, Sendable {
  var name: String
  var settings: ProfileSettings
  var source: Destination.Source

  /// The profile called `name`, where there is one.
  /// - Parameter file: The file that named it, if one did.
  static func find(
    _ name: String, in state: SavedState, source: Destination.Source, file: String? = nil
  ) throws(Diagnosis) -> NamedProfile {
    if name == ProfileName.local {
      return NamedProfile(name: name, settings: .local, source: source)
    }
    guard let profile = state.profiles[try ProfileName.check(name)] else {
      throw ProfileName.unknown(name, namedBy: file ?? source.rawValue)
    }
    return NamedProfile(name: name, settings: profile.settings, source: source)
  }

  /// Where it leads.
  func endpoint() throws(Diagnosis) -> Endpoint {
    guard let word = settings.endpointWord else {
      throw Diagnosis(
        .noEndpoint, "the profile \(name) names no endpoint",
        hint: Hint("for the real project", ["usher", "profile", "set", "endpoint", "production", "-p", name]))
    }
    return try Endpoint(word, "the endpoint of the profile \(name)", .badConfig)
  }
}
