import Essentials
import HTTP
import IdentityToolkit

/// What the server lends to every call: its database, its rules, and what makes keys, tokens and random values.
final class ServerParts: Sendable {
  let store: Store
  let policy: Policy
  let random: RandomValues
  let issuer: TokenWriter
  let settings: SettingsCache
  let passwords: PasswordHasher
  /// Nil where no push reaches an app.
  let push: (any PushDelivery)?
  /// Reaches the functions that a project asks before sign-ins, as far as a policy allows; nil where none is reached.
  let functions: (@Sendable (Policy) -> any HTTPTransport)?
  /// Reaches the identity providers that a project names; nil where none is reached.
  let identityProviders: (@Sendable () -> any HTTPTransport)?
  /// Told of each message once it is in the outbox for good.
  let announce: (@Sendable (SentMessage) -> Void)?
  let notices: ServerNotices
  let faults: FaultPlan
  let clock: MovableClock
  /// Whether everybody in the network may do what the owner may.
  let trustsNetwork: Bool
  /// `http` or `https`, as the server's own addresses begin.
  let scheme: String
  /// Of this program.
  let version: String

  init(
    store: Store, policy: Policy, clock: MovableClock, random: RandomValues, push: (any PushDelivery)?,
    functions: (@Sendable (Policy) -> any HTTPTransport)?,
    identityProviders: (@Sendable () -> any HTTPTransport)?, announce: (@Sendable (SentMessage) -> Void)?,
    notices: ServerNotices, faults: FaultPlan, trustsNetwork: Bool, scheme: String, version: String,
    newSigningKeys: SharedSigningKeys?
  ) {
    self.clock = clock
    self.notices = notices
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
    issuer = TokenWriter(store: store, policy: policy, newKeys: newSigningKeys)
    settings = SettingsCache(path: store.path)
    passwords = PasswordHasher(
      atOnce: ProcessInfo.processInfo.activeProcessorCount, waitingLimit: policy.passwordQueue,
      patience: policy.passwordWait)
  }
}
