import IdentityToolkit

/// Sets the settings that Firebase's emulator has.
struct UpdateEmulatorConfigOperation: Operation {
  typealias Procedure = UpdateEmulatorConfig

  let call: Call

  func answer(_ request: EmulatorConfig) throws -> EmulatorConfig {
    var changes = JSONValue.object([])
    if let flag = request.signIn?.allowDuplicateEmails {
      changes["signIn"] = ["allowDuplicateEmails": .bool(flag)]
    }
    if let flag = request.emailPrivacyConfig?.enableImprovedEmailPrivacy {
      changes["emailPrivacyConfig"] = ["enableImprovedEmailPrivacy": .bool(flag)]
    }
    try ProjectConfigChange(call).apply(changes, paths: changes.leafPaths)
    return try GetEmulatorConfigOperation(call: call).answer(EmptyObject())
  }
}
