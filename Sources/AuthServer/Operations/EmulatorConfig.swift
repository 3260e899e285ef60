import IdentityToolkit

extension Call {
  func emulatorConfig(_ request: EmptyObject) throws -> EmulatorConfig {
    let settings = try projectSettings()
    return EmulatorConfig(
      signIn: .init(allowDuplicateEmails: settings.areDuplicateEmailsAllowed),
      emailPrivacyConfig: .init(enableImprovedEmailPrivacy: hidesAddresses(settings)))
  }

  func updateEmulatorConfig(_ request: EmulatorConfig) throws -> EmulatorConfig {
    var changes = JSONValue.object([])
    if let flag = request.signIn?.allowDuplicateEmails {
      changes["signIn"] = ["allowDuplicateEmails": .bool(flag)]
    }
    if let flag = request.emailPrivacyConfig?.enableImprovedEmailPrivacy {
      changes["emailPrivacyConfig"] = ["enableImprovedEmailPrivacy": .bool(flag)]
    }
    try change(changes, paths: changes.leafPaths)
    return try emulatorConfig(EmptyObject())
  }
}
