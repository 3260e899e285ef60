import CommandKit
import LibC

/// The service manager that started this process, systemd say: the socket it hands over, and what it is told. As
/// sd_listen_fds(3) and sd_notify(3) have it.
struct ServiceManager {
  /// One that listens; nil where none was handed over.
  let socket: Int32?
  /// Whether standard error is a log, which is no place for codes and links.
  let keepsLog: Bool
  private let address: String?

  /// Variables that are for this process, and for none of its children.
  static let variables = ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES", "NOTIFY_SOCKET"]

  init(_ environment: Environment, process: pid_t = getpid()) throws(Diagnosis) {
    address = environment["NOTIFY_SOCKET"]
    // Descriptors of another process, whose variables were handed on.
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

  /// Whether standard error is the stream that `variable` names by device and inode, as systemd.exec(5) has it.
  private static func isJournal(_ variable: String?) -> Bool {
    var status = stat()
    return fstat(STDERR_FILENO, &status) == 0 && variable == "\(status.st_dev):\(status.st_ino)"
  }

  /// Says how far it is, `READY=1`; nothing where nobody listens.
  func tell(_ state: String) {
    var place = sockaddr_un()
    let room = MemoryLayout.size(ofValue: place.sun_path) - 1
    guard let address, address.utf8.count <= room, ["/", "@"].contains(address.prefix(1)) else { return }
    place.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &place.sun_path) { path in
      path.copyBytes(from: address.utf8)
      // A name that is in no folder.
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
        // Whoever does not listen is not told, nor waited for.
        _ = sendto(descriptor, state, state.utf8.count, Int32(MSG_DONTWAIT), place, socklen_t(size))
      }
    }
  }
}
