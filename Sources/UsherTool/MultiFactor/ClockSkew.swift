import AuthClient
import Essentials

/// How far this machine's clock is from the server's, on which the codes that are made here depend.
struct ClockSkew {
  /// Positive where this machine is ahead.
  let seconds: Int

  /// Less is made up for by the codes before and after the current one.
  private static let tolerated = 60

  /// Asks the server what time it is. Nil where it does not say, agrees, or is this very program.
  init?(_ context: Context) throws {
    guard try !context.destination().isEmbedded, let text = try context.backend().date(),
      let date = Date(httpDate: text)
    else { return nil }
    seconds = Int(context.now().timeIntervalSince(date).rounded())
    if abs(seconds) <= Self.tolerated { return nil }
  }

  var hint: String {
    let amount =
      abs(seconds) < 120 ? "\(abs(seconds)) s" : "\(Int((Double(abs(seconds)) / 60).rounded())) minutes"
    return "the clock of this machine is \(amount) \(seconds > 0 ? "ahead of" : "behind") the server's: "
      + "set it, for codes made here depend on it"
  }
}
