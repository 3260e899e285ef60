import AuthClient
import Essentials

/// A source that is set and names a destination.
struct DestinationCandidate {
  let source: Destination.Source
  let place: Named

  enum Named: Equatable {
    /// `local`, `production` or a URL, not yet checked.
    case endpoint(String)
    /// The endpoint of this profile.
    case profile(NamedProfile)
  }

  init(_ source: Destination.Source, _ place: Named) {
    self.source = source
    self.place = place
  }

  /// - Throws: A diagnosis if the name is not valid.
  func endpoint() throws(Diagnosis) -> Endpoint {
    switch place {
    case .endpoint(let word):
      try Endpoint(word, Text(verbatim: source.rawValue), source == .option ? .badEndpoint : .badVariable)
    case .profile(let profile): try profile.endpoint()
    }
  }
}
