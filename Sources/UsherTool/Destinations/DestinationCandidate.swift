import AuthClient

/// Something that is there and says where a command goes.
struct DestinationCandidate {
  let source: Destination.Source
  let place: Named

  enum Named: Equatable {
    /// `local`, `production` or a URL, not yet checked.
    case endpoint(String)
    /// Where this profile leads.
    case profile(NamedProfile)
  }

  init(_ source: Destination.Source, _ place: Named) {
    self.source = source
    self.place = place
  }

  /// - Throws: What is wrong with what was named.
  func endpoint() throws(Diagnosis) -> Endpoint {
    switch place {
    case .endpoint(let word):
      try Endpoint(word, source.rawValue, source == .option ? .badEndpoint : .badVariable)
    case .profile(let profile): try profile.endpoint()
    }
  }
}
