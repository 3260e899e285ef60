import CommandKit
import Essentials
import UsherTool

/// A sign-in that failed, or a session that cannot be used.
///
/// The conversation lets the user try again, so a mistyped code is no error. A program prints `description` to standard
/// error, and ends with `exitStatus`.
public struct TerminalSignInError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The SDKs' name of the error, such as `auth/user-disabled`, or usher's, such as `usher/interrupted`.
  public let code: String
  /// What went wrong, in lower case and without a full stop.
  public let message: String
  /// Lines that say what to do next.
  public let hint: [String]
  /// The exit status for a program that ends because of this; see the table of `usher help exit-codes`.
  public let exitStatus: Int32
  /// Whether nobody is signed in, or the session has ended, so that the user has to sign in.
  public let needsSignIn: Bool

  public var description: String { ([message] + hint).joined(separator: "\n") }

  init(_ diagnosis: Diagnosis, in catalog: Catalog) {
    code = diagnosis.code
    message = SafeText.line(diagnosis.message.in(catalog))
    hint = diagnosis.hint?.lines(columns: nil, in: catalog) ?? []
    // As a shell sees a program that Ctrl-C ended.
    exitStatus = code == UsherErrorCode.interrupted.rawValue ? 130 : diagnosis.exit.rawValue
    needsSignIn = diagnosis.exit == .notSignedIn
  }
}
