/// A role of Google's IAM that an administrator can have here.
enum ServiceAccountRole: String, CaseIterable, Sendable {
  case authViewer = "roles/firebaseauth.viewer"
  case authAdmin = "roles/firebaseauth.admin"
  case platformAdmin = "roles/identityplatform.admin"

  /// The roles of a service account without any entry.
  static let usual: Set<ServiceAccountRole> = [.authAdmin, .platformAdmin]

  var permissions: Set<Permission> {
    switch self {
    case .authViewer: [.readConfigs, .readAccounts]
    case .authAdmin: Set(Permission.allCases).subtracting([.manageTenants])
    case .platformAdmin: Set(Permission.allCases)
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
  /// `identitytoolkit.tenants.*`
  case manageTenants
  /// `iam.serviceAccounts.getAccessToken`
  ///
  /// In Google's IAM, other roles have this one. Here, workloads of the project have it, too.
  case actAsServiceAccounts
}
