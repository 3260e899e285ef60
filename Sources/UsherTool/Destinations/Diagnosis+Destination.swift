import AuthClient
import CommandKit
import Essentials
import HTTP

extension Diagnosis {
  /// The diagnosis of a run that went to `destination`: what is wrong there, and what to do about it there.
  func told(at destination: Destination?) -> Diagnosis {
    var diagnosis = self
    diagnosis.hint = hint(at: destination)
    if case .emulator(let address)? = destination?.endpoint, message == HTTPError.connectionRefused.sentence {
      diagnosis.message = "no server answers at \(address)"
    }
    return diagnosis
  }

  /// Returns the hint for `destination`, with the address of the console page that it names.
  private func hint(at destination: Destination?) -> Hint? {
    guard let destination else { return hint }
    if maySpeakTLS, destination.name.hasPrefix("http://") {
      let advice = Hint("use the address for TLS", copying: "https://" + destination.name.dropFirst(7))
      return hint.map { advice.then($0) } ?? advice
    }
    guard let page else { return hint }
    if destination.endpoint == .production {
      let hint = hint.map { $0.adding(address: page.address(project: destination.project)) }
      guard page.isMendedByItsCommand else { return hint }
      let command = page.command?.called("or, with an administrator's credential")
      return command.flatMap { hint?.then($0) } ?? hint
    }
    return destination.endpoint.isLocal ? page.command ?? hint : hint
  }
}
