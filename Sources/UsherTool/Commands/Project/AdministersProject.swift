import AuthClient
import CommandKit

/// A command that administers a project: one at Google, or a local server's.
protocol AdministersProject: UsherCommand {}

/// A command that reads a project's configuration or accounts.
protocol ReadsProject: AdministersProject {
  var administrator: AdministratorOptions { get }
}

extension ReadsProject {
  var credentials: AdministratorOptions? { administrator }
}

/// A command that changes a project.
protocol ChangesProject: AdministersProject {
  var change: ChangeOptions { get }
}

extension ChangesProject {
  var credentials: AdministratorOptions? { change.administrator }
}

extension AdministersProject {
  var directions: Set<Direction> { .local }
}

extension Context {
  /// Returns the project that a command reads.
  func project(_ options: AdministratorOptions) throws -> AdministeredProject {
    try project(options, at: try service.destination())
  }

  func project(
    _ options: AdministratorOptions, at destination: Destination
  ) throws -> AdministeredProject {
    try project(options, isDryRun: false, at: destination)
  }

  /// The option that names a project or a tenant, if one is given.
  var namesProject: String? {
    settings.options.project != nil ? "--project" : settings.options.tenant != nil ? "--tenant" : nil
  }

  /// Returns the project that a command changes.
  func project(_ options: ChangeOptions) throws -> AdministeredProject {
    try project(options.administrator, isDryRun: options.isDryRun, at: try service.destination())
  }

  private func project(
    _ options: AdministratorOptions, isDryRun: Bool, at destination: Destination
  ) throws -> AdministeredProject {
    let project = AdministeredProject(options, isDryRun: isDryRun, at: destination, service, destruction)
    if isLocalName, project.isReal { throw Diagnosis.notLocal }
    return project
  }
}
