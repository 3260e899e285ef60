import Essentials
import IdentityToolkit

struct GetProjectConfigOperation: Operation {
  let call: Call

  func answer(_ request: EmptyObject) throws -> JSONValue {
    let config = try call.answeredConfig()
    guard call.dialect.showsMailTemplates, !call.saysWhatIsOff else { return config }
    return config.completed(by: ServiceConfig.mailTemplates)
  }
}

extension Call {
  /// Returns the project's configuration as administrators read it, without the templates of mails that nobody changed.
  fileprivate func answeredConfig() throws -> JSONValue {
    let project = try store.read { transaction in try findProject(in: transaction) }
    return answered(try parts.settings.configuration(of: project))
  }
}

/// The operation that sets the values that the mask names or, without a mask, all values in the request.
///
/// At the emulator, a request without a mask also removes missing values from the three parts that the emulator knows.
struct UpdateProjectConfigOperation: Operation {
  let call: Call

  func answer(_ request: JSONValue) throws -> JSONValue {
    let change = ProjectConfigChange(call: call)
    let mask = change.maskedPaths()
    var paths = mask ?? request.leafPaths
    if mask == nil, call.dialect.changesAllWithoutMask {
      paths += [["blockingFunctions"], ["signIn", "allowDuplicateEmails"], ["emailPrivacyConfig"]]
    }
    if call.dialect.refusesMailTexts { try ServiceConfig.refuseTexts(in: request, paths: paths) }
    try change.apply(request, paths: paths, isMasked: mask != nil)
    var config = try call.answeredConfig()
    if call.dialect.showsMailTemplates {
      for path in ServiceConfig.mailTemplatePaths { config.set(nil, at: path[...]) }
    }
    return config
  }
}

/// The operation that returns the part of the project's configuration that clients may read.
struct ClientProjectConfigOperation: Operation {
  let call: Call

  func answer(_ request: EmptyObject) throws -> ClientProjectConfig.Response {
    let project = try call.store.read { transaction in try call.findProject(in: transaction) }
    return ClientProjectConfig.Response(
      projectId: ProjectNumber(of: call.project, under: call.policy).text,
      authorizedDomains: try call.settings(of: project).authorizedDomains)
  }
}
