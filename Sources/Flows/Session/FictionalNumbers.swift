import AuthClient
import IdentityToolkit

/// The numbers that the embedded server sends nothing to, and the fixed codes that they have instead. What numbers
/// another server knows is its owner's secret.
package struct FictionalNumbers {
  private let flow: FlowSession

  package init(_ flow: FlowSession) {
    self.flow = flow
  }

  /// - Parameter number: whole, or a hint's masked one.
  package func code(of number: String) -> String? {
    guard let backend = try? flow.backend(), backend.endpoint == .embedded else { return nil }
    let numbers = (try? LocalServerAdmin(backend: backend).testPhoneNumbers()) ?? []
    return numbers.first { MaskedNumber.isMask(number, of: $0.number) }?.code
  }

  /// Such a number may be sent to and guessed at as often as one likes.
  package func contains(_ number: String) -> Bool { code(of: number) != nil }
}
