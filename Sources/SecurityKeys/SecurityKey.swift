internal import CFIDO2
private import LibC
private import Synchronization

/// A security key that is open, until this object is gone.
///
/// One operation runs at a time. They block their thread until someone touches the key.
package final class SecurityKey: Sendable {
  /// Whether a PIN is set. The key then wants it for some operations, and for every one that verifies the user.
  package let needsPIN: Bool
  /// Whether the key verifies its user itself, by a fingerprint for example.
  package let hasBuiltInVerification: Bool

  /// Other threads only cancel with it.
  nonisolated(unsafe) let device: OpaquePointer
  private let path: String?
  private let transport: TransportFunctions?
  private let turn = Mutex(())
  private let state = Mutex(State.idle)

  private enum State { case idle, running, cancelled }

  /// Opens a security key that is connected.
  package convenience init(at device: SecurityKeyDevice) throws(SecurityKeyError) {
    try self.init(path: device.path, transport: nil)
  }

  /// Opens a security key that is elsewhere.
  package convenience init(over transport: any SecurityKeyTransport) throws(SecurityKeyError) {
    try self.init(path: nil, transport: TransportFunctions(transport))
  }

  private init(path: String?, transport: TransportFunctions?) throws(SecurityKeyError) {
    let library = try SecurityKeyLibrary.open()
    guard let device = library.pointee.dev_new() else { throw .outOfMemory }
    // Without a limit, a device that never answers would be opened forever.
    _ = library.pointee.dev_set_timeout(device, Self.openingLimit)
    let code =
      if let transport {
        cfido2_dev_open_over(device, transport.pointer)
      } else {
        library.pointee.dev_open(device, path ?? "")
      }
    let isOpen = code == cfido2_ok.code
    guard isOpen, library.pointee.dev_is_fido2(device) else {
      if isOpen { _ = library.pointee.dev_close(device) }
      var freed: OpaquePointer? = device
      library.pointee.dev_free(&freed)
      throw isOpen ? .unsupported : Self.reason(for: path) ?? SecurityKeyError(code, in: library)
    }
    self.device = device
    self.path = path
    self.transport = transport
    needsPIN = library.pointee.dev_has_pin(device)
    hasBuiltInVerification = library.pointee.dev_has_uv(device)
  }

  deinit {
    guard let library = cfido2_open() else { return }
    _ = library.pointee.dev_close(device)
    var freed: OpaquePointer? = device
    library.pointee.dev_free(&freed)
  }

  /// Ends the operation that runs in another thread, which throws `SecurityKeyError.cancelled`.
  ///
  /// The key ignores this while it checks a PIN, so call it again if the operation does not end.
  package func cancel() {
    let isRunning = state.withLock { state in
      if state == .running { state = .cancelled }
      return state == .cancelled
    }
    if isRunning, let library = cfido2_open() { _ = library.pointee.dev_cancel(device) }
  }

  /// Runs an operation of libfido2, and throws what its error means.
  func operate(
    in library: UnsafePointer<cfido2>, verifiesUser: Bool, pin: String?, within milliseconds: Int,
    _ operation: (_ device: OpaquePointer, _ pin: UnsafePointer<CChar>?) -> Int32
  ) throws(SecurityKeyError) {
    // A PIN that the key does not have is an error, and so is an empty one.
    let pin = needsPIN && pin?.isEmpty == false ? pin : nil
    if verifiesUser, pin == nil, !hasBuiltInVerification { throw needsPIN ? .pinRequired : .unsupported }
    try turn.withLock { (_: inout Void) throws(SecurityKeyError) in
      state.withLock { $0 = .running }
      let limit = Int32(clamping: max(0, milliseconds))
      _ = library.pointee.dev_set_timeout(device, limit)
      let deadline = ContinuousClock.now + .milliseconds(limit)
      let code = PINBuffer.with(pin) { operation(device, $0) }
      let isLate = ContinuousClock.now + Self.precision >= deadline
      let isCancelled = state.withLock { state in
        defer { state = .idle }
        return state == .cancelled
      }
      guard code != cfido2_ok.code else { return }
      throw failure(code, in: library, isLate: isLate, isCancelled: isCancelled)
    }
  }

  private func failure(
    _ code: Int32, in library: UnsafePointer<cfido2>, isLate: Bool, isCancelled: Bool
  ) -> SecurityKeyError {
    _ = library.pointee.dev_set_timeout(device, Self.openingLimit)
    switch code {
    case cfido2_pin_invalid.code:
      var count: Int32 = 0
      guard library.pointee.dev_get_retry_count(device, &count) == cfido2_ok.code else {
        return .wrongPIN(triesLeft: nil)
      }
      return count > 0 ? .wrongPIN(triesLeft: Int(count)) : .pinBlocked
    case cfido2_uv_blocked.code where needsPIN: return .pinRequired
    // libfido2 has no error of its own for an answer that does not come in time.
    case cfido2_rx.code, cfido2_tx.code, cfido2_internal.code:
      if isLate || isCancelled {
        stopWaiting(in: library)
        return isCancelled ? .cancelled : .timedOut
      }
      return Self.reason(for: path) ?? SecurityKeyError(code, in: library)
    default: return SecurityKeyError(code, in: library)
    }
  }

  /// Tells the key that nobody waits for it, and takes its answer, which the next operation would take for its own.
  private func stopWaiting(in library: UnsafePointer<cfido2>) {
    guard library.pointee.dev_cancel(device) == cfido2_ok.code else { return }
    var wasTouched: Int32 = 0
    _ = library.pointee.dev_get_touch_status(device, &wasTouched, Self.answerLimit)
  }

  /// Returns why the system does not open a device; nil if it does.
  ///
  /// libfido2 does not tell.
  private static func reason(for path: String?) -> SecurityKeyError? {
    guard let path, access(path, R_OK | W_OK) != 0 else { return nil }
    return switch errno {
    case EACCES, EPERM: .forbidden(path)
    case ENOENT, ENXIO, ENODEV: .noDevice
    default: nil
    }
  }

  /// How long a key may take for what needs no touch, in milliseconds.
  private static let openingLimit: Int32 = 5000
  /// libfido2 counts whole milliseconds, so it may give up this much earlier.
  private static let precision = Duration.milliseconds(10)
  /// How long a key may take to end what was cancelled.
  private static let answerLimit: Int32 = 500
}

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

/// A PIN as C reads it. Its memory is wiped after use.
enum PINBuffer {
  /// Calls `body` with a copy of the PIN, or with nil if there is none.
  static func with<Result>(_ pin: String?, _ body: (UnsafePointer<CChar>?) -> Result) -> Result {
    guard let pin else { return body(nil) }
    let size = pin.utf8.count + 1
    let buffer = UnsafeMutablePointer<CChar>.allocate(capacity: size)
    buffer.initialize(repeating: 0, count: size)
    defer {
      cfido2_wipe(buffer, size)
      buffer.deallocate()
    }
    for (index, byte) in pin.utf8.enumerated() { buffer[index] = CChar(bitPattern: byte) }
    return body(buffer)
  }
}
