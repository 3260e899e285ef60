import HTTP

/// The RPC that lists a local server's unused mailed codes, oldest first.
///
/// Firebase's emulator has this route too.
package enum OobCodes: RPC {
  package static let route = RPCRoute(.localServer, .get, "emulator/v1/projects/{project}/oobCodes")

  package struct Response: Codable, Equatable, Sendable {
    package var oobCodes: [OobCode]

    package init(oobCodes: [OobCode]) {
      self.oobCodes = oobCodes
    }
  }
}

package struct OobCode: Codable, Equatable, Sendable {
  package var email: String
  package var newEmail: String?
  package var oobCode: String
  package var oobLink: String
  package var requestType: OobRequestType

  package init(
    email: String, newEmail: String? = nil, oobCode: String, oobLink: String, requestType: OobRequestType
  ) {
    self.email = email
    self.newEmail = newEmail
    self.oobCode = oobCode
    self.oobLink = oobLink
    self.requestType = requestType
  }
}
