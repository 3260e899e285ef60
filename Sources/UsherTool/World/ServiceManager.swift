import CommandKit
import Essentials
import LibC

/// The service manager that started this process, such as systemd.
///
/// It can pass a socket to the process, and the process reports its state. See sd_listen_fds(3) and sd_notify(3).
struct ServiceManager {
  /// The listening socket from the service manager; nil if there is none.
  let socket: Int32?
  /// Whether standard error is a log, where codes and links must not appear.
  let keepsLog: Bool
  private let address: String?

  /// The variables that only this process may see, not its children.
  static let variables = ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES", "NOTIFY_SOCKET"]

  init(_ environment: Environment, process: pid_t = getpid()) throws(Diagnosis) {
    address = environment["NOTIFY_SOCKET"]
    // If the process ID differs, the variables are for another process and were only inherited.
    guard environment["LISTEN_PID"] == String(process), let count = environment["LISTEN_FDS"], count != "0"
    else {
      socket = nil
      keepsLog = Self.isJournal(environment["JOURNAL_STREAM"])
      return
    }
    guard count == "1" else {
      throw Diagnosis(
        .badVariable, "LISTEN_FDS is '\(count)', and serve takes one socket",
        hint: "leave one ListenStream in the socket unit", retry: .newInput)
    }
    socket = 3
    keepsLog = true
    _ = fcntl(3, F_SETFD, FD_CLOEXEC)
  }

  /// Returns whether standard error is the stream in `variable`, by device and inode; see systemd.exec(5).
  private static func isJournal(_ variable: String?) -> Bool {
    var status = stat()
    return fstat(STDERR_FILENO, &status) == 0 && variable == "\(status.st_dev):\(status.st_ino)"
  }

  /// Sends a state such as `READY=1` to the service manager, if there is one.
  func tell(_ state: String) {
    var place = sockaddr_un()
    let room = MemoryLayout.size(ofValue: place.sun_path) - 1
    guard let address, address.utf8.count <= room, ["/", "@"].contains(address.prefix(1)) else { return }
    place.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &place.sun_path) { path in
      path.copyBytes(from: address.utf8)
      // `@` stands for an abstract socket name, which starts with a zero byte.
      if address.hasPrefix("@") { path[0] = 0 }
    }
    #if canImport(Glibc)
      let datagram = Int32(SOCK_DGRAM.rawValue)
    #else
      let datagram = SOCK_DGRAM
    #endif
    let descriptor = LibC.socket(AF_UNIX, datagram, 0)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    let size = MemoryLayout<sockaddr_un>.size - room - 1 + address.utf8.count
    withUnsafePointer(to: &place) { place in
      place.withMemoryRebound(to: sockaddr.self, capacity: 1) { place in
        // If nobody listens, go on without waiting.
        _ = sendto(descriptor, state, state.utf8.count, Int32(MSG_DONTWAIT), place, socklen_t(size))
      }
    }
  }
}
