import Essentials
import LibC
import TestSupport
import Testing

/// A system call of a program's run, and the way to strike there in another run.
struct SystemCall: CustomStringConvertible {
  let name: String
  /// How many calls of this name there were, with this one.
  let ordinal: Int
  /// With arguments and result, as strace shows it.
  let description: String

  /// Whether it may leave something on the disk, or elsewhere outside the process, as it was not before.
  var changesSomething: Bool {
    switch name {
    case "openat", "open": description.contains("O_CREAT")
    case "write", "pwrite64", "writev", "fsync", "fdatasync", "ftruncate", "fchmod", "chmod", "fchown",
      "rename", "renameat", "renameat2", "unlink", "unlinkat", "mkdir", "mkdirat", "link", "linkat":
      true
    default: false
    }
  }

  /// Whether it fails without help.
  var fails: Bool { description.firstRange(of: " = -1 E") != nil }
}

extension Launch {
  /// The calls that have to do with files and descriptors, from the first that names `folder`.
  func systemCalls(from folder: String) throws -> [SystemCall] {
    let scratch = TemporaryFolder()
    let ending = strace(["-e", "trace=%file,%desc"], log: scratch.path + "/log").run()
    try #require(!ending.isCrash, "\(ending.errors)")
    var counts: [Substring: Int] = [:]
    let calls = (scratch.text(of: "log") ?? "").split(separator: "\n").compactMap { line -> SystemCall? in
      guard let bracket = line.firstIndex(of: "("), line.first?.isLetter == true else { return nil }
      let name = line[..<bracket]
      counts[name, default: 0] += 1
      return SystemCall(name: String(name), ordinal: counts[name]!, description: String(line))
    }
    let first = calls.firstIndex { $0.description.firstRange(of: folder) != nil }
    return Array(calls[try #require(first, "\(folder) is never named")...])
  }

  /// The run in which `call` is struck: `signal=KILL` before it is done, or `error=ENOSPC` in its place.
  func striking(_ call: SystemCall, with fault: String) -> Launch {
    strace(
      ["-e", "trace=\(call.name)", "-e", "inject=\(call.name):\(fault):when=\(call.ordinal)"],
      log: "/dev/null")
  }

  private func strace(_ options: [String], log: String) -> Launch {
    under(["strace", "-qq", "-s", "200", "-o", log] + options)
  }
}
