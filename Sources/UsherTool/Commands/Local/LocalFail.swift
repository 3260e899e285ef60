import AuthClient
import CommandKit
import Essentials
import IdentityToolkit

struct LocalFail: ToolCommand, AtLocalServer {
  static let name = "local fail"
  static let abstract: Text = "Make the local server refuse or delay calls, for tests."
  static let discussion = """
    METHOD is the call that your app makes, such as sendVerificationCode, signInWithPassword or \
    mfaSignIn:finalize. push is the silent push of app verification, which then never arrives. ERROR is the \
    error code, such as QUOTA_EXCEEDED. Without METHOD, usher lists the planned failures.
    """
  static let arguments: [Argument<Self>] = [
    .positional(\.method, "method", help: "The call that fails.", required: false),
    .positional(\.error, "error", help: "The error code; without it, calls are only late.", required: false),
    .option(\.times, "times", value: "N", help: "How many calls fail, by default 1; 0 is all."),
    .option(\.delay, "delay", value: "TIME", help: "Answer after this time."),
    .flag(\.clear, "clear", help: "Forget all planned failures."),
  ]
  static let examples = [
    Example(
      "usher local fail sendVerificationCode QUOTA_EXCEEDED --times 2", "Refuse the next two SMS codes."),
    Example("usher local fail token --delay 3s --times 0", "Make every token slow."),
    Example("usher local fail push", "Lose the next silent push."),
    Example("usher local fail --clear", "Let everything succeed again."),
  ]

  var method: String?
  var error: String?
  var times: Int?
  var delay: Duration?
  var clear = false

  /// Planned failures apply to the project and its tenants.
  var directions: Set<Direction> { .local.subtracting([.tenant]) }

  struct Result: CommandResult {
    /// The failures that are planned now.
    var faults: [Fault]
  }

  struct Fault: Codable, Sendable {
    var method: String
    var code: Nullable<String>
    /// How often it fails; null means always.
    var times: Nullable<Int>
    var delaySeconds: Double
  }

  func report(in context: Context) throws -> Report<Result> {
    let server = try context.service.localServer()
    if clear {
      guard method == nil, times == nil, delay == nil else {
        throw UsageError.misuse("--clear does not go with METHOD")
      }
      try server.clearFaults()
    } else if let method {
      try server.plan(fault(method))
    } else if times != nil || delay != nil {
      throw UsageError.misuse("METHOD is missing")
    }
    let faults = try server.plannedFaults()
    return Report(
      .ok, Result(faults: faults.map(Fault.init)), lines: faults.map(\.line),
      notes: faults.isEmpty ? ["No failures are planned."] : [])
  }

  private func fault(_ method: String) throws(UsageError) -> PlannedFault {
    if error == nil, delay == nil, method != PlannedFault.push {
      throw .misuse("an ERROR or a --delay is missing", hint: "name an error, such as QUOTA_EXCEEDED")
    }
    if let times, times < 0 { throw .misuse("--times needs a number from 0") }
    return PlannedFault(
      method: method, code: error, times: times == 0 ? nil : times ?? 1,
      delayMilliseconds: delay.map { Int($0.seconds * 1000) })
  }
}

extension LocalFail.Fault {
  init(_ fault: PlannedFault) {
    self.init(
      method: fault.method, code: Nullable(fault.code), times: Nullable(fault.times),
      delaySeconds: Double(fault.delayMilliseconds ?? 0) / 1000)
  }
}

extension PlannedFault {
  fileprivate var line: Text {
    let late = delayMilliseconds.map { Text("after \(String(Double($0) / 1000)) s") }
    let parts = [late, code.map { Text(verbatim: $0) }].compactMap(\.self)
    let what = method == Self.push ? "never comes" : parts.joined(separator: ", ")
    let often = times.map { Text(counting: $0, one: Text("once"), other: "\($0) times") } ?? Text("always")
    return Text("\(method): \(what), \(often)")
  }
}
