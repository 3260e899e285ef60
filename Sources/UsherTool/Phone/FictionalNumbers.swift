import AuthClient
import IdentityToolkit

/// The numbers that the embedded server sends nothing to, and the fixed codes that they have instead. What numbers
/// another server knows is its owner's secret.
struct FictionalNumbers {
  let context: Context

  /// - Parameter number: whole, or a hint's masked one.
  func code(of number: String) -> String? {
    guard (try? context.destination().isEmbedded) == true, let backend = try? context.backend()
    else { return nil }
    let numbers = (try? LocalServer(backend: backend).testPhoneNumbers()) ?? []
    return numbers.first { number == $0.number || number == MaskedNumber.mask($0.number) }?.code
  }

  /// Such a number may be sent to and guessed at as often as one likes.
  func contains(_ number: String) -> Bool { code(of: number) != nil }
}
