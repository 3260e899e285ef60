package import HTTP

/// The Functions emulator's place, and who named it.
package struct FunctionsPlace: Sendable, Hashable {
  package var origin: Origin
  /// Such as `--functions`.
  package var source: String

  package init(origin: Origin, source: String) {
    self.origin = origin
    self.source = source
  }
}

/// How a server finds the Functions emulator, and tells it of accounts.
package struct FunctionsSettings: Sendable {
  /// Whether events are kept from the start.
  ///
  /// Otherwise, they are kept from the moment when functions are found.
  package var isExpected: Bool
  /// Looks for the Functions emulator.
  ///
  /// The sender calls it again and again, because the emulator may start later.
  package var find: @Sendable () -> FunctionsPlace?
  /// Whether functions may start at any moment, so that it is worth looking for them often.
  package var mayStartSoon: @Sendable () -> Bool
  /// Sends to the place that was found.
  ///
  /// It must not follow redirects.
  package var transport: any HTTPTransport
  /// The address that receives events in place of functions.
  ///
  /// Blocking functions are still found.
  package var webhook: EventWebhook?
  /// A clock that nobody can set.
  package var uptime: @Sendable () -> Duration

  package init(
    isExpected: Bool, find: @escaping @Sendable () -> FunctionsPlace?,
    mayStartSoon: @escaping @Sendable () -> Bool = { true }, transport: any HTTPTransport,
    webhook: EventWebhook? = nil, uptime: @escaping @Sendable () -> Duration
  ) {
    self.isExpected = isExpected
    self.find = find
    self.mayStartSoon = mayStartSoon
    self.transport = transport
    self.webhook = webhook
    self.uptime = uptime
  }
}
