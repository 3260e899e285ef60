import IdentityToolkit

/// The project's settings that Firebase's emulator has.
struct GetEmulatorConfigOperation: Operation {
  typealias Procedure = GetEmulatorConfig

  let call: Call

  func answer(_ request: EmptyObject) throws -> EmulatorConfig {
    let settings = try call.projectSettings()
    return EmulatorConfig(
      signIn: .init(allowDuplicateEmails: settings.areDuplicateEmailsAllowed),
      emailPrivacyConfig: .init(enableImprovedEmailPrivacy: settings.hidesAddresses(under: call.policy)))
  }
}
