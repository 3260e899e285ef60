import HTTP

/// The RPC that lists the codes that a local server "sent" and that are still unused, oldest first.
///
/// Firebase's emulator has this route too. The `phoneNumber` filter is an addition of this project.
package enum VerificationCodes: RPC {
  package static let route = RPCRoute(
    .localServer, .get, "emulator/v1/projects/{project}/verificationCodes")

  package struct Request: Codable, Equatable, Sendable {
    package var phoneNumber: String?

    package init(phoneNumber: String? = nil) {
      self.phoneNumber = phoneNumber
    }
  }

  package struct Response: Codable, Equatable, Sendable {
    package var verificationCodes: [VerificationCode]

    package init(verificationCodes: [VerificationCode]) {
      self.verificationCodes = verificationCodes
    }
  }
}

package struct VerificationCode: Codable, Equatable, Sendable {
  package var code: String
  package var phoneNumber: String
  package var sessionInfo: String

  package init(code: String, phoneNumber: String, sessionInfo: String) {
    self.code = code
    self.phoneNumber = phoneNumber
    self.sessionInfo = sessionInfo
  }
}
