import AuthClient
import CommandKit
import Crypto
import Essentials

/// How a command that may meet a second factor gets past it without asking.
struct FactorOptions: ArgumentSet, Equatable {
  static let heading: Text? = "Second factor"

  var factor: String?
  var totpSecretFile: String?
  var code = CodeOptions()
  var appVerification = AppVerificationOptions()
  /// What makes the app's codes, once the file was read.
  var totp: TOTP?

  static let arguments: [Argument<Self>] =
    [
      .option(
        \.factor, "factor", value: "FACTOR",
        help: "The second factor: its id, an id prefix, its name, or its number in mfa list.",
        completion: .live(.factor)),
      .option(
        \.totpSecretFile, "totp-secret-file", value: "FILE",
        help: "Make the authenticator app's code from the secret in this file; - is standard input.",
        completion: .secretFile),
    ] + Argument.set(\.code) + Argument.set(\.appVerification)

  /// The same with the secret at hand: what could not answer for the second factor is refused before the first one
  /// is spent, and a pipe gives it only once.
  func read(_ input: FileInput) throws -> FactorOptions {
    guard let totpSecretFile else { return self }
    if code.isGiven {
      throw UsageError.misuse("--totp-secret-file does not go with --code-file or --code-command")
    }
    var options = self
    options.totp = try TOTPSecretFile.read(totpSecretFile, input)
    return options
  }

  /// Whether there is an answer, so that nobody has to be asked.
  var isGiven: Bool { totpSecretFile != nil || code.isGiven }
}

/// What an enrolled factor is called, so that its owner tells it from the others.
enum FactorName {
  /// Bytes; no source says how long a name may be.
  private static let longest = 256

  /// - Parameter option: Where it was given.
  /// - Throws: `Diagnosis` for a name that could not be shown as it is.
  static func check(_ name: String, _ option: String = "--name") throws(Diagnosis) -> String {
    let problem: Text? =
      if name.allSatisfy(\.isWhitespace) {
        "the name is empty"
      } else if name.utf8.count > longest {
        "the name is longer than \(longest) bytes"
      } else if name.unicodeScalars.contains(where: \.isUnseen) {
        "the name holds control characters"
      } else {
        nil
      }
    guard let problem else { return name }
    throw Diagnosis("auth/argument-error", .data, problem, hint: "choose a short name with \(option)")
  }
}

extension Unicode.Scalar {
  fileprivate var isUnseen: Bool {
    [.control, .format, .lineSeparator, .paragraphSeparator].contains(properties.generalCategory)
  }
}
