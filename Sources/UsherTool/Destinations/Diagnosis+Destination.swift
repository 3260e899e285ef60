import AuthClient

extension Diagnosis {
  /// The hint with the address of the page it speaks of, as `destination` has one.
  func hint(at destination: Destination?) -> String? {
    guard let page, let destination else { return hint }
    if destination.endpoint == .production {
      return [hint, page.address(project: destination.project)].compactMap(\.self).joined(separator: ": ")
    }
    return destination.endpoint.isLocal ? page.localAdvice ?? hint : hint
  }
}
