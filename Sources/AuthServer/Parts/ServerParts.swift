import Essentials
import HTTP
import IdentityToolkit

/// The parts of the server that all calls use: database, policy, and sources of keys, tokens and random values.
final class ServerParts: Sendable {
  let project: String
  let store: Store
  /// The rules of projects without a policy of their own.
  private let rules: ProjectRules
  let random: RandomValues
  /// The rules of the projects with a policy of their own, by their IDs.
  private let projects: [String: ProjectRules]
  let settings: SettingsCache
  let passwords: PasswordHasher
  /// Nil if pushes cannot reach apps.
  let push: (any PushDelivery)?
  /// Creates the transport to a project's blocking functions within the policy's limits.
  ///
  /// Nil if none can be reached.
  let functions: (@Sendable (Policy) -> any HTTPTransport)?
  /// Creates the transport to a project's identity providers.
  ///
  /// Nil if none can be reached.
  let identityProviders: (@Sendable () -> any HTTPTransport)?
  /// Called for each message after its transaction is committed.
  let announce: (@Sendable (SentMessage) -> Void)?
  let notices: ServerNotices
  let link: FunctionsLink
  let faults: FaultPlan
  let clock: MovableClock
  /// Whether everybody on the network has the owner's rights.
  let trustsNetwork: Bool
  /// `http` or `https`: the scheme of the server's own addresses.
  let scheme: String
  let version: String
  /// Returns the translations of a page for a browser that sends this `Accept-Language`.
  let catalog: @Sendable (_ accepted: String?) -> Catalog

  init(
    project: String, store: Store, policy: Policy, projectPolicies: [String: Policy], clock: MovableClock,
    random: RandomValues,
    push: (any PushDelivery)?,
    functions: (@Sendable (Policy) -> any HTTPTransport)?,
    identityProviders: (@Sendable () -> any HTTPTransport)?, announce: (@Sendable (SentMessage) -> Void)?,
    notices: ServerNotices, link: FunctionsLink, faults: FaultPlan, trustsNetwork: Bool, scheme: String,
    version: String, catalog: @escaping @Sendable (_ accepted: String?) -> Catalog,
    newSigningKeys: SharedSigningKeys?
  ) {
    self.project = project
    self.clock = clock
    self.notices = notices
    self.link = link
    self.faults = faults
    self.announce = announce
    self.store = store
    self.random = random
    self.push = push
    self.functions = functions
    self.identityProviders = identityProviders
    self.trustsNetwork = trustsNetwork
    self.scheme = scheme
    self.version = version
    self.catalog = catalog
    rules = ProjectRules(policy, store: store, newSigningKeys: newSigningKeys)
    projects = projectPolicies.mapValues { policy in
      ProjectRules(policy, store: store, newSigningKeys: newSigningKeys)
    }
    settings = SettingsCache(path: store.path)
    passwords = PasswordHasher(
      atOnce: ProcessInfo.processInfo.activeProcessorCount, waitingLimit: policy.passwordQueue,
      patience: Policy.passwordWait)
  }

  /// The policy of projects without one of their own.
  var policy: Policy { rules.policy }

  /// The token writer of projects without a policy of their own.
  var issuer: TokenWriter { rules.issuer }

  func rules(of id: String) -> ProjectRules { projects[id] ?? rules }

  func hasPolicy(for id: String) -> Bool { projects[id] != nil }
}

/// The policy of a project, and the writer of its tokens.
///
/// Calls share it, because a policy is too large to copy each time that somebody looks at it.
final class ProjectRules: Sendable {
  let policy: Policy
  let issuer: TokenWriter

  init(_ policy: Policy, store: Store, newSigningKeys: SharedSigningKeys?) {
    self.policy = policy
    issuer = TokenWriter(store: store, policy: policy, newKeys: newSigningKeys)
  }
}
