import Essentials
import IdentityToolkit

struct ReadClockOperation: Operation {
  typealias Procedure = ReadClock

  let call: Call

  func answer(_ request: EmptyObject) throws -> ServerClock {
    ServerClock(
      offsetSeconds: try call.parts.clock.offset(), time: try call.parts.clock.now.rfc3339WithFraction)
  }
}
