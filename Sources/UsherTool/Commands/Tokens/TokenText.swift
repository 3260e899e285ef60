import Essentials
import IdentityToolkit

/// An ID token in the formats of other programs; it has only letters, digits, `-`, `_` and `.`.
enum TokenText {
  static func header(_ token: String) -> String { "Authorization: Bearer " + token }

  /// Returns a line for `curl --config`.
  static func curl(_ token: String) -> String { "header = \"\(header(token))\"\n" }

  /// Returns a line for a shell's `eval`.
  static func export(_ token: String) -> String { "export \(VariableName.idToken)='\(token)'" }

  static func assignment(_ token: String) -> String { "\(VariableName.idToken)=\(token)" }

  /// Returns the line that makes a GitHub runner hide the token in its log.
  static func mask(_ token: String) -> String { "::add-mask::" + token }

  /// Returns the output that kubectl expects from an `exec` plugin.
  static func execCredential(_ token: String, expiresAt: Date) -> String {
    let status: JSONValue = [
      "expirationTimestamp": .string(expiresAt.rfc3339), "token": .string(token),
    ]
    let credential: JSONValue = [
      "apiVersion": "client.authentication.k8s.io/v1", "kind": "ExecCredential", "status": status,
    ]
    return credential.text
  }
}
