import CommandKit
import Essentials
import HTTP
import IdentityToolkit

/// A page of the Firebase or the Google Cloud console, where a project is changed.
enum ConsolePage: Sendable, Equatable {
  case authentication, signInMethods, identityProviders, settings, templates, hosting, general, billing
  case permissions, credentials, identityToolkitAPI, tenants, multiTenancy, passkeys, signUp
  /// Where the domains of links and sign-in pages are.
  /// - Parameter refused: The domain that is missing; nil where it is not known.
  case authorizedDomains(_ refused: String?)
  /// Where the regions are to which SMS go.
  /// - Parameter refused: The calling code of the region that is missing; nil where it is not known.
  case smsRegions(_ refused: CallingCode?)
  /// Where users are allowed to delete their accounts.
  case accountDeletion
  /// Where a sign-in method is enabled.
  case signInMethod(ProjectFeature)
  /// Where a project is upgraded, which a second factor needs.
  /// - Parameter enabling: what a local server calls that factor; nil where it is not known which.
  case upgrade(enabling: String?)

  /// The page's address for a project.
  func address(project: String) -> String {
    let project = FormEncoding.encode(project)
    let firebase = "https://console.firebase.google.com/project/\(project)"
    let cloud = "https://console.cloud.google.com"
    return switch self {
    case .authentication: firebase + "/authentication"
    case .signInMethods, .signInMethod, .identityProviders, .passkeys: firebase + "/authentication/providers"
    case .settings, .signUp, .accountDeletion, .authorizedDomains, .smsRegions, .upgrade:
      firebase + "/authentication/settings"
    case .templates: firebase + "/authentication/emails"
    case .hosting: firebase + "/hosting/sites"
    case .general: firebase + "/settings/general"
    case .billing: firebase + "/usage/details"
    case .permissions: cloud + "/iam-admin/iam?project=\(project)"
    case .credentials: cloud + "/apis/credentials?project=\(project)"
    case .identityToolkitAPI: cloud + "/apis/library/identitytoolkit.googleapis.com?project=\(project)"
    case .tenants, .multiTenancy: cloud + "/customer-identity/tenants?project=\(project)"
    }
  }

  /// Whether `command` changes what has to be changed, and does not only show it.
  var isMendedByItsCommand: Bool {
    switch self {
    case .settings, .upgrade, .tenants, .passkeys, .signInMethods: false
    case .smsRegions(let code): code?.regions.count == 1
    default: true
    }
  }

  /// The command that does the same. It needs an administrator's credential where there is a console.
  var command: Hint? {
    switch self {
    case .smsRegions(let code):
      // A local server does not tell the regions of one code apart.
      code?.mainRegion.map { Hint("allow the region", ["usher", "project", "region", "allow", $0]) }
        ?? Hint("allow the region", template: ["usher", "project", "region", "allow", "REGION"])
    case .authorizedDomains(let domain?):
      Hint("authorize it", ["usher", "project", "domain", "add", domain])
    case .authorizedDomains(nil):
      Hint("authorize it", template: ["usher", "project", "domain", "add", "DOMAIN"])
    case .accountDeletion:
      Hint("allow deletions", ["usher", "project", "enable", ProjectFeature.accountDeletion.rawValue])
    case .signUp:
      Hint("allow sign-ups", ["usher", "project", "enable", ProjectFeature.signUp.rawValue])
    case .signInMethods:
      Hint("allow it", template: ["usher", "project", "enable", "METHOD"])
    // The same refusal says that nobody may sign up.
    case .signInMethod(.anonymous):
      Hint("allow it", ["usher", "project", "enable", ProjectFeature.anonymous.rawValue])
        .then("and sign-ups", ["usher", "project", "enable", ProjectFeature.signUp.rawValue])
    case .signInMethod(let method):
      Hint("allow it", ["usher", "project", "enable", method.rawValue])
    case .identityProviders:
      Hint("allow it", template: ["usher", "project", "provider", "set", "PROVIDER"])
    case .upgrade(let factor?): Hint("allow them", ["usher", "project", "enable", factor])
    case .settings, .upgrade(nil): Hint("see the settings", ["usher", "project", "get"])
    case .tenants: Hint("see the tenants", ["usher", "project", "tenant", "list"])
    case .multiTenancy:
      Hint("allow them", ["usher", "project", "set", "multiTenant.allowTenants", "true"])
    case .passkeys:
      Hint(
        "start the server with passkeys", ["usher", "serve", "--policy-set", "passkeys-by-themselves=true"])
    default: nil
    }
  }
}
