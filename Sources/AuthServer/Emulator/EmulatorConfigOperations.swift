import Essentials
import IdentityToolkit

/// The operation that returns the project's settings in the form of Firebase's emulator.
struct GetEmulatorConfigOperation: Operation {
  let call: Call

  func answer(_ request: EmptyObject) throws -> EmulatorConfig {
    let settings = try call.projectSettings()
    return EmulatorConfig(
      signIn: .init(allowDuplicateEmails: settings.areDuplicateEmailsAllowed),
      emailPrivacyConfig: .init(enableImprovedEmailPrivacy: settings.hidesAddresses(under: call.policy)))
  }
}

/// The operation that changes the settings that Firebase's emulator has.
struct UpdateEmulatorConfigOperation: Operation {
  let call: Call

  func answer(_ request: EmulatorConfig) throws -> EmulatorConfig {
    let changes = request.changes
    try ProjectConfigChange(call: call).apply(changes, paths: changes.leafPaths)
    return try GetEmulatorConfigOperation(call: call).answer(EmptyObject())
  }
}

extension EmulatorConfig {
  /// The requested changes, in the names of the project's configuration.
  var changes: JSONValue {
    var changes = JSONValue.object([])
    if let flag = signIn?.allowDuplicateEmails { changes["signIn"] = ["allowDuplicateEmails": .bool(flag)] }
    if let flag = emailPrivacyConfig?.enableImprovedEmailPrivacy {
      changes["emailPrivacyConfig"] = ["enableImprovedEmailPrivacy": .bool(flag)]
    }
    return changes
  }
}
