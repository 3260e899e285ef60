internal import CFIDO2

/// A transport as libfido2 sees it: functions of C, and a pointer for them.
final class TransportFunctions: Sendable {
  /// It lives as long as this object.
  nonisolated(unsafe) let pointer: UnsafeMutablePointer<cfido2_transport>

  init(_ transport: any SecurityKeyTransport) {
    pointer = .allocate(capacity: 1)
    let box = Unmanaged.passRetained(Box(transport))
    pointer.initialize(
      to: cfido2_transport(
        context: box.toOpaque(),
        send: { context, command, bytes, count in
          let message = UnsafeBufferPointer(start: bytes, count: count)
          return Box.transport(context).send(command, Array(message)) ? 0 : -1
        },
        receive: { context, command, bytes, room, milliseconds in
          let limit = milliseconds < 0 ? nil : Int(milliseconds)
          guard let answer = Box.transport(context).receive(command, within: limit), answer.count <= room
          else { return -1 }
          for (index, byte) in answer.enumerated() { bytes[index] = byte }
          return Int32(answer.count)
        }))
  }

  deinit {
    pointer.pointee.context.map { Unmanaged<Box>.fromOpaque($0).release() }
    pointer.deinitialize(count: 1)
    pointer.deallocate()
  }

  private final class Box: Sendable {
    let transport: any SecurityKeyTransport

    init(_ transport: any SecurityKeyTransport) {
      self.transport = transport
    }

    static func transport(_ context: UnsafeMutableRawPointer?) -> any SecurityKeyTransport {
      Unmanaged<Box>.fromOpaque(context!).takeUnretainedValue().transport
    }
  }
}
