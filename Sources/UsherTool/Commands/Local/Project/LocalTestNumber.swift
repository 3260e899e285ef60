import AuthClient
import CommandKit
import IdentityToolkit
import TerminalIO

struct TestNumberAdd: ToolCommand, AtLocalServer {
  static let name = "local test-number add"
  static let abstract = "Add a fictional phone number with a fixed code."
  static let discussion = """
    A local project can have ten. The number +1 650-555-3434 with the code 654321 is always there. The server \
    never sends an SMS to them.
    """
  static let arguments: [Argument<Self>] = [
    .positional(\.number, "number", help: "A number that is not in use, like +1 650-555-3434."),
    .positional(
      \.code, "code", help: "Six digits; - reads them from standard input.", holdsSecret: true),
  ]
  static let examples = [
    Example("usher local test-number add '+1 650-555-0100' - < code.txt", "Add a number for tests.")
  ]

  var number = ""
  var code = ""

  struct Result: CommandResult {
    var number: String
  }

  func report(in context: Context) throws -> Report<Result> {
    let number = try PhoneNumber.read(number).e164
    let code = try OneTimeCode.read(code == "-" ? try context.world.standardInput.text(line: true) : code)
    let server = try context.service.localServer()
    try server.setTestPhoneNumber(number, code: code)
    if Self.isGuessable(code) { context.output.warn("\(number) has a code that is easy to guess") }
    return Report(.ok, Result(number: number), lines: ["Added \(number)."], isConfirmation: true)
  }

  /// Returns whether all digits are the same, or count up or down by one.
  static func isGuessable(_ code: String) -> Bool {
    let digits = code.compactMap(\.wholeNumberValue)
    let steps = Set(zip(digits, digits.dropFirst()).map { $1 - $0 })
    return steps.count == 1 && steps.isSubset(of: [-1, 0, 1])
  }
}

struct TestNumberList: ToolCommand, AtLocalServer {
  static let name = "local test-number list"
  static let abstract = "List the local server's fictional numbers."
  static let examples = [Example("usher local test-number list", "List them with their codes.")]

  struct Result: CommandResult {
    var numbers: [TestNumber]
  }

  struct TestNumber: Codable, Sendable {
    var number: String
    var code: String
  }

  func report(in context: Context) throws -> Report<Result> {
    let server = try context.service.localServer()
    let numbers = try server.testPhoneNumbers().sorted { $0.number < $1.number }
    return Report(
      .ok, Result(numbers: numbers.map { TestNumber(number: $0.number, code: $0.code) }),
      lines: numbers.map { "\($0.number)  \($0.code)" })
  }
}

struct TestNumberRemove: ToolCommand, AtLocalServer {
  static let name = "local test-number remove"
  static let abstract = "Remove a fictional number from the local server."
  static let arguments: [Argument<Self>] = [.positional(\.number, "number", help: "The number.")]
  static let examples = [Example("usher local test-number remove +16505550100", "Remove one.")]

  var number = ""

  func report(in context: Context) throws -> Report<TestNumberAdd.Result> {
    let number = try PhoneNumber.read(number).e164
    let server = try context.service.localServer()
    let present = try server.testPhoneNumbers()
    guard present.contains(where: { $0.number == number }) else {
      throw Diagnosis(
        .noSuchNumber, "\(number) is not a fictional number here",
        hint: Hint("see the numbers", ["usher", "local", "test-number", "list"]),
        retry: .newInput)
    }
    try server.setTestPhoneNumber(number, code: nil)
    return Report(
      .ok, TestNumberAdd.Result(number: number), lines: ["Removed \(number)."], isConfirmation: true)
  }
}
