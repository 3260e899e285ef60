import HTTP

/// The RPC that returns the two settings of a project that Firebase's emulator shows without authentication.
package enum GetEmulatorConfig: RPC {
  package static let route = RPCRoute(.localServer, .get, "emulator/v1/projects/{project}/config")

  package typealias Response = EmulatorConfig
}

/// The RPC that changes the settings that the request contains.
package enum UpdateEmulatorConfig: RPC {
  package static let route = RPCRoute(.localServer, .patch, "emulator/v1/projects/{project}/config")

  package typealias Request = EmulatorConfig
  package typealias Response = EmulatorConfig
}

package struct EmulatorConfig: Codable, Equatable, Sendable {
  package var signIn: SignIn?
  package var emailPrivacyConfig: EmailPrivacyConfig?

  package struct SignIn: Codable, Equatable, Sendable {
    package var allowDuplicateEmails: Bool?

    package init(allowDuplicateEmails: Bool?) {
      self.allowDuplicateEmails = allowDuplicateEmails
    }
  }

  package struct EmailPrivacyConfig: Codable, Equatable, Sendable {
    package var enableImprovedEmailPrivacy: Bool?

    package init(enableImprovedEmailPrivacy: Bool?) {
      self.enableImprovedEmailPrivacy = enableImprovedEmailPrivacy
    }
  }

  package init(signIn: SignIn? = nil, emailPrivacyConfig: EmailPrivacyConfig? = nil) {
    self.signIn = signIn
    self.emailPrivacyConfig = emailPrivacyConfig
  }
}
