import Essentials
import HTTP
import IdentityToolkit

/// The parts of the server that all calls use: database, policy, and sources of keys, tokens and random values.
final class ServerParts: Sendable {
  /// The server's own project.
  let project: String
  let store: Store
  /// The policy of projects without one of their own.
  let policy: Policy
  let random: RandomValues
  /// The token writer of projects without a policy of their own.
  let issuer: TokenWriter
  /// The projects with a policy of their own, by their IDs.
  private let projects: [String: (policy: Policy, issuer: TokenWriter)]
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
  /// The version of this program.
  let version: String
  /// The translations of the pages for people.
  let catalog: Catalog

  init(
    project: String, store: Store, policy: Policy, projectPolicies: [String: Policy], clock: MovableClock,
    random: RandomValues,
    push: (any PushDelivery)?,
    functions: (@Sendable (Policy) -> any HTTPTransport)?,
    identityProviders: (@Sendable () -> any HTTPTransport)?, announce: (@Sendable (SentMessage) -> Void)?,
    notices: ServerNotices, link: FunctionsLink, faults: FaultPlan, trustsNetwork: Bool, scheme: String,
    version: String, catalog: Catalog,
    newSigningKeys: SharedSigningKeys?
  ) {
    self.project = project
    self.clock = clock
    self.notices = notices
    self.link = link
    self.faults = faults
    self.announce = announce
    self.store = store
    self.policy = policy
    self.random = random
    self.push = push
    self.functions = functions
    self.identityProviders = identityProviders
    self.trustsNetwork = trustsNetwork
    self.scheme = scheme
    self.version = version
    self.catalog = catalog
    issuer = TokenWriter(store: store, policy: policy, newKeys: newSigningKeys)
    projects = projectPolicies.mapValues { policy in
      (policy, TokenWriter(store: store, policy: policy, newKeys: newSigningKeys))
    }
    settings = SettingsCache(path: store.path)
    passwords = PasswordHasher(
      atOnce: ProcessInfo.processInfo.activeProcessorCount, waitingLimit: policy.passwordQueue,
      patience: policy.passwordWait)
  }

  /// Returns the policy of the project `id`.
  func policy(of id: String) -> Policy { projects[id]?.policy ?? policy }

  /// Returns the token writer of the project `id`.
  func issuer(of id: String) -> TokenWriter { projects[id]?.issuer ?? issuer }

  /// Returns whether the project `id` has a policy of its own.
  func hasPolicy(for id: String) -> Bool { projects[id] != nil }
}
