import AuthCore
import CommandKit

extension Diagnosis {
  /// The hint with the address of the page it speaks of, as `destination` has one.
  func hint(at destination: Destination?) -> Hint? {
    guard let page, let destination else { return hint }
    if destination.endpoint == .production {
      return hint.map { $0.adding(address: page.address(project: destination.project)) }
    }
    return destination.endpoint.isLocal ? page.localAdvice ?? hint : hint
  }
}
