import LibC

/// Many sign-ins at once on one thread, over connections that stay open.
final class SignInLoad {
  private var clients: [Client] = []
  private var numbers: Rotation
  /// How many sign-ins have reached their goal so far.
  private(set) var total = 0

  private struct Client {
    let connection: HTTPConnection
    var signIn = PhoneSignIn(number: 0)
  }

  enum Goal {
    case sent, signedIn
  }

  init(port: UInt16, numbers: Rotation = Rotation(), connections: Int = 16) throws {
    self.numbers = numbers
    for _ in 0..<connections { clients.append(Client(connection: try HTTPConnection(port: port))) }
  }

  /// Returns the number of sign-ins per second.
  ///
  /// Sign-ins that are running when `duration` ends are completed and counted.
  func rate(over duration: Duration) throws -> Double {
    let end = ContinuousClock.now + duration
    var count = 0
    let time = try ContinuousClock().measure {
      count = try run(to: .signedIn) { _ in ContinuousClock.now < end }
    }
    return Double(count) / time.seconds
  }

  /// Runs `count` sign-ins up to the goal.
  func run(_ count: Int, to goal: Goal = .signedIn) throws {
    _ = try run(to: goal) { $0 < count }
  }

  /// - Parameter goesOn: Returns whether to begin another sign-in after this many.
  private func run(to goal: Goal, while goesOn: (_ begun: Int) -> Bool) throws -> Int {
    var begun = 0
    var done = 0
    func begin(_ index: Int) throws {
      guard goesOn(begun) else { return }
      begun += 1
      clients[index].signIn = PhoneSignIn(number: numbers.next())
      try clients[index].connection.send(clients[index].signIn.request)
    }
    for index in clients.indices { try begin(index) }
    var sockets = clients.map { pollfd(fd: $0.connection.socket, events: Int16(POLLIN), revents: 0) }
    while done < begun {
      guard poll(&sockets, nfds_t(sockets.count), 10_000) > 0 else {
        throw Failure("no answer for ten seconds")
      }
      for index in sockets.indices where sockets[index].revents != 0 {
        guard let body = try clients[index].connection.receive() else { continue }
        switch (try clients[index].signIn.take(body), goal) {
        case (.signedIn, _), (.sent, .sent):
          done += 1
          try begin(index)
        default: try clients[index].connection.send(clients[index].signIn.request)
        }
      }
    }
    total += done
    return done
  }
}

/// Phone numbers in rotation.
struct Rotation {
  /// The first number; none of the numbers is fictional.
  static let first: Int64 = 4_915_100_000_000

  var start = first
  var count: Int64 = 10_000
  /// Large enough that consecutive numbers are not neighbours in an index.
  var stride: Int64 = 97
  private var position: Int64 = -1

  init(start: Int64 = first, count: Int64 = 10_000) {
    self.start = start
    self.count = count
  }

  mutating func next() -> Int64 {
    position = (position + 1) % count
    return start + position * stride
  }
}
