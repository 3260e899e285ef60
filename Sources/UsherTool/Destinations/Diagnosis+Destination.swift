import AuthClient
import CommandKit

extension Diagnosis {
  /// Returns the hint for `destination`, with the address of the console page that it names.
  func hint(at destination: Destination?) -> Hint? {
    guard let destination else { return hint }
    if maySpeakTLS, destination.name.hasPrefix("http://") {
      let advice = Hint("use the address for TLS", copying: "https://" + destination.name.dropFirst(7))
      return hint.map { advice.then($0) } ?? advice
    }
    guard let page else { return hint }
    if destination.endpoint == .production {
      return hint.map { $0.adding(address: page.address(project: destination.project)) }
    }
    return destination.endpoint.isLocal ? page.localAdvice ?? hint : hint
  }
}
