internal import CFIDO2

extension SecurityKeyError {
  /// Explains an error of libfido2 that needs no more than its code.
  init(_ code: Int32, in library: UnsafePointer<cfido2>) {
    switch code {
    case cfido2_pin_required.code: self = .pinRequired
    case cfido2_pin_blocked.code, cfido2_pin_auth_blocked.code: self = .pinBlocked
    case cfido2_credential_excluded.code: self = .credentialExcluded
    case cfido2_no_credentials.code: self = .noCredential
    case cfido2_timeout.code, cfido2_user_action_timeout.code, cfido2_action_timeout.code: self = .timedOut
    case cfido2_keepalive_cancel.code, cfido2_operation_denied.code: self = .cancelled
    case cfido2_unsupported_option.code, cfido2_unsupported_algorithm.code: self = .unsupported
    default:
      let text = library.pointee.strerr(code).map { String(cString: $0) } ?? ""
      self = .failed(code: Int(code), text: text)
    }
  }

  /// Throws if C would take a text for a shorter one, which ends at a NUL.
  static func check(_ texts: String?...) throws(SecurityKeyError) {
    for case let text? in texts where text.utf8.contains(0) {
      throw .failed(code: Int(cfido2_invalid_argument.code), text: "a text contains NUL")
    }
  }

  /// The system does not let this user open the device.
  static func forbidden(_ path: String) -> SecurityKeyError {
    .failed(code: Int(cfido2_internal.code), text: "no permission to open \(path)")
  }

  /// The system has no memory left.
  static let outOfMemory = SecurityKeyError.failed(code: Int(cfido2_internal.code), text: "no memory left")

  /// The security key's answer is not what FIDO2 defines.
  static let malformedAnswer = SecurityKeyError.failed(
    code: Int(cfido2_internal.code), text: "the answer of the security key is malformed")
}

extension cfido2_error {
  /// The error as functions return it.
  var code: Int32 { Int32(truncatingIfNeeded: rawValue) }
}
