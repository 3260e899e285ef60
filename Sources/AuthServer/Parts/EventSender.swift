import Essentials
import HTTP

/// The work of the thread that looks for functions and sends events to them.
///
/// It sends in the order of the commits. A failed event holds the later ones of its account until it is given up, so
/// functions learn of each account in the right order. If nobody is there to answer, all events wait. A receiver that is
/// not there and one that always fails an event may answer alike, so it takes two accounts to tell.
struct EventSender {
  private static let tries = 10
  /// How often an event is tried before another one shows whether anybody is there.
  private static let lonelyTries = 3
  /// How many events are sent before their outcomes are stored.
  private static let batch = 100
  /// How many accounts wait for another try before no new event is sent.
  ///
  /// A receiver that fails them all then loses these, and not everything that waits.
  private static let heldLimit = 1000
  /// For how long this server alone sends, in seconds.
  private static let turn = 20.0
  /// How much of the turn is left at least when it begins to send.
  ///
  /// It is more than a batch and a last slow answer take.
  private static let remainder = 18.0
  /// For how long it begins to send events of a batch.
  private static let batchTime = Duration.milliseconds(7500)
  /// How often it looks whether functions are still there, and for functions where nobody is about to start any.
  private static let pause = Duration.seconds(2)
  /// How often it looks for functions that may start soon.
  ///
  /// A test may sign up soon after they have started.
  private static let shortPause = Duration.milliseconds(250)

  private let link: FunctionsLink
  private let settings: FunctionsSettings
  private let holder: [UInt8]
  /// Where functions answered the last time.
  private var place: FunctionsPlace?
  private var lookedAt: Duration?
  private var looksAgainAt: Duration
  /// The accounts with a failed event, and when its next try is due.
  private var held: [AccountEvent.Subject: Duration] = [:]
  /// If nobody was there to answer, when the next try is due.
  private var sendsAgainAt: Duration
  /// Whether an event was taken since all events waited.
  private var isTaken = false
  /// Whose event was answered last as if nobody were there, and none was taken since.
  private var unanswered: AccountEvent.Subject?

  init(link: FunctionsLink, _ settings: FunctionsSettings, holder: [UInt8]) {
    self.link = link
    self.settings = settings
    self.holder = holder
    looksAgainAt = settings.uptime()
    sendsAgainAt = looksAgainAt
  }

  /// Does what is due, and returns how long nothing else is due; zero if there is more.
  mutating func step() -> Duration {
    if settings.uptime() >= looksAgainAt { look() }
    // If the database cannot be used now, it is tried again later.
    if (try? send()) == true { return .zero }
    let now = settings.uptime()
    let next = ([sendsAgainAt] + held.values).filter { $0 > now }.min() ?? looksAgainAt
    return max(min(next, looksAgainAt) - now, .milliseconds(1))
  }

  /// Lets other servers send.
  func end() {
    guard link.isOn else { return }
    _ = try? link.store.write { [link, holder] transaction in
      try transaction.endSending(of: link.project, by: holder)
    }
  }

  /// Finds functions, or checks that they are still there.
  private mutating func look() {
    lookedAt = settings.uptime()
    defer { try? trim() }
    guard let place = place ?? settings.find() else { return miss() }
    let request = HTTPRequest(method: .get, origin: place.origin.description, path: "/backends")
    do throws(HTTPError) {
      let response = try settings.transport.send(request)
      // The Functions emulator answers events with 200 before it has any function, so they must be there first.
      guard response.status == 200, let backends = FunctionsBackends(response.body), backends.hasFunctions
      else { return miss() }
      self.place = place
      link.found(place, backends.blocking(at: place.origin, project: link.project))
      looksAgainAt = settings.uptime() + Self.pause
    } catch .timedOut {
      // It is busy. Sign-ups must not pass its blocking functions by.
      looksAgainAt = settings.uptime() + Self.shortPause
    } catch {
      miss()
    }
  }

  private mutating func miss() {
    link.lost()
    lookAgain()
  }

  /// Finds functions again before the next event.
  private mutating func lookAgain() {
    place = nil
    looksAgainAt = settings.uptime() + (settings.mayStartSoon() ? Self.shortPause : Self.pause)
  }

  /// Sends waiting events.
  ///
  /// Returns whether there may be more to send now.
  private mutating func send() throws -> Bool {
    let now = settings.uptime()
    held = held.filter { $0.value > now }
    guard canSend, now >= sendsAgainAt, held.count < Self.heldLimit, try !waiting(limit: 1).isEmpty
    else { return false }
    // Functions may have started anew since the last look.
    if settings.webhook == nil, let lookedAt, now - lookedAt >= Self.shortPause { look() }
    guard canSend, try takeTurn() else { return false }
    var settled: [AccountEvent] = []
    let end = settings.uptime() + Self.batchTime
    for (event, tenant) in try waiting(limit: Self.batch) where held[event.subject] == nil {
      if link.isOver || settings.uptime() > end || held.count >= Self.heldLimit { break }
      var event = event
      let isTaken = try attempt(&event, tenant)
      if event.tries > 0 { settled.append(event) }
      if !isTaken { break }
    }
    if !settled.isEmpty {
      try link.store.write { [link, holder, settled] transaction in
        // Another server may have sent them, if this machine slept.
        guard try transaction.sends(link.project, holder) != nil else { return }
        for event in settled { try transaction.settle(event) }
      }
    }
    return !settled.isEmpty && settings.uptime() >= sendsAgainAt && canSend
  }

  private var canSend: Bool { place != nil || settings.webhook != nil }

  /// Sends one event.
  ///
  /// Returns whether the next one may follow.
  private mutating func attempt(_ event: inout AccountEvent, _ tenant: String?) throws -> Bool {
    let message = EventRequest(event: event, project: link.project, tenant: tenant)
    let request: HTTPRequest
    if let webhook = settings.webhook {
      request = webhook.request(message, at: link.clock())
    } else if let place {
      request = message.toFunctions(at: place.origin)
    } else {
      return false
    }
    // Another event would have the same outcome.
    var isAway = false
    do throws(HTTPError) {
      let response = try (settings.webhook?.transport ?? settings.transport).send(request)
      event.tries += 1
      guard !(200..<300).contains(response.status) else {
        event.state = .sent
        event.answer = String(response.status)
        (isTaken, unanswered) = (true, nil)
        return true
      }
      // A proxy answers so while the receiver is not there, and a receiver that has too much to do.
      isAway = [429, 502, 503, 504].contains(response.status) && seemsAway(after: event)
      let text = SafeText.line(String(decoding: response.body.prefix(200), as: UTF8.self))
      event.answer = "HTTP \(response.status)" + (text.isEmpty ? "" : ": " + text)
    } catch HTTPError.connectionRefused where settings.webhook == nil {
      // Functions are not there, so this is not a try.
      lookAgain()
      return false
    } catch {
      if settings.webhook == nil { lookAgain() }
      switch error {
      case .timedOut, .sentInPart, .cutOff, .cutOffSending, .tooLarge, .malformed, .redirected: break
      default: isAway = true
      }
      event.tries += 1
      event.answer = error.sentence.english
    }
    guard event.tries >= Self.tries else {
      let next = settings.uptime() + min(.milliseconds(100 << (event.tries - 1)), .seconds(10))
      held[event.subject] = next
      if isAway { sendsAgainAt = next }
      return canSend && !isAway
    }
    event.state = .failed
    link.notices.tell(.eventFailed(answer: event.answer ?? ""))
    return canSend
  }

  /// Whether nobody seems to be there, after `event` was answered so.
  private mutating func seemsAway(after event: AccountEvent) -> Bool {
    let isAnother = unanswered != nil && unanswered != event.subject
    let isAway = isAnother || !isTaken && event.tries < Self.lonelyTries
    unanswered = event.subject
    if isAway { isTaken = false }
    return isAway
  }

  /// Returns the first events that may be sent now, each with its tenant.
  private func waiting(limit: Int) throws -> [(AccountEvent, tenant: String?)] {
    try link.store.read { [link, held] transaction in
      try transaction.waitingEvents(of: link.project, except: held.keys, limit: limit).map {
        ($0, try transaction.tenant(row: $0.project))
      }
    }
  }

  /// Makes this server the only one that sends.
  private func takeTurn() throws -> Bool {
    let now = link.clock()
    let end = now.addingTimeInterval(Self.turn)
    let known = try link.store.read { [link, holder] transaction in
      try transaction.sends(link.project, holder)
    }
    // Each renewal is a write to the disk.
    if let known, (now.addingTimeInterval(Self.remainder)...end).contains(known) { return true }
    return try link.store.write { [link, holder] transaction in
      try transaction.takeSending(of: link.project, for: holder, until: end, at: now)
    }
  }

  /// Deletes the oldest events if there are too many.
  private func trim() throws {
    guard link.isOn, link.takeNews() else { return }
    guard try link.store.read({ [link] in try $0.hasEvents(beyond: link.kept) }) else { return }
    let dropped = try link.store.write { [link] in try $0.trimEvents(keeping: link.kept) }
    if dropped > 0 { link.notices.tell(.eventsDropped(dropped)) }
  }
}
