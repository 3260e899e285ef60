import CommandKit
import Essentials

/// The options that say who administers a project.
struct AdministratorOptions: ArgumentSet {
  static let heading: Text? = "The administrator"

  var accessTokenFile: String?
  var serviceAccount: String?
  var usesGcloud = false
  var billingProject: String?

  static let arguments: [Argument<Self>] = [
    .option(
      \.accessTokenFile, "access-token-file", value: "FILE",
      help: "Read an OAuth access token for Google from this file; - is standard input.",
      completion: .secretFile),
    .option(
      \.serviceAccount, "service-account", value: "FILE",
      help: "Use this credentials file: of a service account, a workload identity or gcloud.",
      completion: .secretFile),
    .flag(\.usesGcloud, "gcloud", help: "Use the access token that gcloud prints."),
    .option(
      \.billingProject, "billing-project", value: "PROJECT",
      help: "Charge this project's quota; a service account needs a right for it."),
  ]

  /// The first of the options that name a credential, if one is given.
  var given: String? {
    accessTokenFile != nil
      ? "--access-token-file"
      : serviceAccount != nil ? "--service-account" : usesGcloud ? "--gcloud" : nil
  }

  /// The options as words, for a command that goes on.
  var words: [String] {
    (accessTokenFile.map { ["--access-token-file", $0] } ?? [])
      + (serviceAccount.map { ["--service-account", $0] } ?? []) + (usesGcloud ? ["--gcloud"] : [])
      + (billingProject.map { ["--billing-project", $0] } ?? [])
  }

  /// Refuses two credentials.
  func check() throws(UsageError) {
    let count = [accessTokenFile != nil, serviceAccount != nil, usesGcloud].count { $0 }
    guard count < 2 else {
      throw .misuse("--access-token-file, --service-account and --gcloud exclude each other")
    }
  }
}

/// The options of a command that changes a project.
struct ChangeOptions: ArgumentSet {
  var administrator = AdministratorOptions()
  var isDryRun = false

  static let arguments: [Argument<Self>] =
    Argument.set(\.administrator) + [
      .flag(
        \.isDryRun, "dry-run", help: "Show the requests as curl commands, and send none.")
    ]
}
