import Essentials
import IdentityToolkit

/// The operation that moves the server's clock ahead of the machine's clock or behind it.
struct MoveClockOperation: Operation {
  let call: Call

  func answer(_ request: MoveClock.Request) throws -> ServerClock {
    guard let offset = request.offsetSeconds, ClockOffset.allowed.contains(offset)
    else {
      throw ServerError.badArgument("offsetSeconds is a number of seconds, of a hundred years at most.")
    }
    let machine = call.now.addingTimeInterval(-Double(try call.parts.clock.offset()))
    guard machine.timeIntervalSince1970 + Double(offset) >= 0 else {
      throw ServerError.badArgument("The time must be after 1970.")
    }
    try call.parts.clock.move(to: offset)
    return try ReadClockOperation(call: call).answer(EmptyObject())
  }
}

struct ReadClockOperation: Operation {
  let call: Call

  func answer(_ request: EmptyObject) throws -> ServerClock {
    ServerClock(
      offsetSeconds: try call.parts.clock.offset(), time: try call.parts.clock.now.rfc3339WithFraction)
  }
}
