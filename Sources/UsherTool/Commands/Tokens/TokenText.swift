import Essentials
import IdentityToolkit

/// An ID token in the forms that other programs read. It holds letters, digits, `-`, `_` and `.` alone.
enum TokenText {
  static func header(_ token: String) -> String { "Authorization: Bearer " + token }

  /// A line of a configuration for `curl --config`.
  static func curl(_ token: String) -> String { "header = \"\(header(token))\"\n" }

  /// For a shell's `eval`.
  static func export(_ token: String) -> String { "export \(VariableName.idToken)='\(token)'" }

  static func assignment(_ token: String) -> String { "\(VariableName.idToken)=\(token)" }

  /// What has the runner of a workflow hide the token in its log.
  static func mask(_ token: String) -> String { "::add-mask::" + token }

  /// As kubectl takes it from its `exec` plugins.
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
