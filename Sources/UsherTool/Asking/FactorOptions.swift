import CommandKit

/// How a command that may meet a second factor gets past it without asking.
struct FactorOptions: ArgumentSet {
  static let heading: String? = "Second factor"

  var factor: String?
  var totpSecretFile: String?
  var code = CodeOptions()
  var appVerification = AppVerificationOptions()

  static let arguments: [Argument<Self>] =
    [
      .option(
        \.factor, "factor", value: "FACTOR",
        help: "The second factor to use: its id or the beginning of it, its name, or its number in mfa list.",
        completion: .live(.factor)),
      .option(
        \.totpSecretFile, "totp-secret-file", value: "FILE",
        help: "Answer for the authenticator app, with the secret in this file; - is standard input.",
        completion: .file),
    ] + Argument.set(\.code) + Argument.set(\.appVerification)

  /// Refuses, before a first factor is spent, what could not answer for the second one.
  func check(in context: Context) throws {
    guard let totpSecretFile else { return }
    if code.isGiven {
      throw UsageError.misuse("--totp-secret-file goes without --code-file and --code-command")
    }
    // Standard input gives it only once.
    if totpSecretFile != "-" { _ = try TOTPSecretFile.read(totpSecretFile, context.standardInput) }
  }

  /// Whether there is an answer, so that nobody has to be asked.
  var isGiven: Bool { totpSecretFile != nil || code.isGiven }
}
