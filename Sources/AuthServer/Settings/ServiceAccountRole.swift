/// A role of Google's IAM that an administrator can have here.
enum ServiceAccountRole: String, CaseIterable, Sendable {
  case authViewer = "roles/firebaseauth.viewer"
  case authAdmin = "roles/firebaseauth.admin"
  case platformViewer = "roles/identityplatform.viewer"
  case platformAdmin = "roles/identityplatform.admin"
  case tokenCreator = "roles/iam.serviceAccountTokenCreator"
  case workloadUser = "roles/iam.workloadIdentityUser"

  /// The roles of a service account without any entry, which has every right.
  static let usual: Set<ServiceAccountRole> = [.platformAdmin, .tokenCreator]
  /// The role of every workload of the project.
  ///
  /// At Google, an owner grants it to a workload at each service account that the workload acts as:
  /// https://cloud.google.com/iam/docs/workload-identity-federation
  static let ofWorkloads = ServiceAccountRole.workloadUser

  /// The permissions that Google's lists give to the role.
  ///
  /// The lists are pages below https://cloud.google.com/iam/docs/roles-permissions/, which the end of each line names.
  var permissions: Set<Permission> {
    switch self {
    case .authViewer: [.readConfigs, .readAccounts]  // firebaseauth
    case .authAdmin:  // firebaseauth
      [.readConfigs, .readAccounts, .changeConfigs, .changeAccounts, .readHashes]
    case .platformViewer:  // identityplatform
      [.readConfigs, .readAccounts, .readTenants]
    case .platformAdmin:  // identityplatform
      Self.authAdmin.permissions.union([.readTenants, .changeTenants])
    case .tokenCreator, .workloadUser: [.actAsServiceAccounts]  // iam
    }
  }
}

/// A group of the permissions in Google's IAM that calls of administrators need.
enum Permission: CaseIterable, Sendable {
  /// `firebaseauth.configs.get`
  case readConfigs
  /// `firebaseauth.configs.create` and `update`
  case changeConfigs
  /// `firebaseauth.configs.getHashConfig`, which also shows password hashes.
  case readHashes
  /// `firebaseauth.users.get`
  case readAccounts
  /// `firebaseauth.users.create`, `update`, `delete`, `sendEmail` and `createSession`
  case changeAccounts
  /// `identitytoolkit.tenants.get` and `list`
  case readTenants
  /// `identitytoolkit.tenants.create`, `update` and `delete`
  case changeTenants
  /// `iam.serviceAccounts.getAccessToken`
  case actAsServiceAccounts
}
