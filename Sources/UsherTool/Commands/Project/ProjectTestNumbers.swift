import AuthClient
import CommandKit
import Essentials
import IdentityToolkit
import TerminalIO

struct TestNumberAdd: ToolCommand, ChangesProject {
  static let name = "project test-number add"
  static let abstract: Text = "Add a fictional phone number with a fixed code."
  static let discussion = """
    A project can have ten. Nobody sends an SMS to them. A local server always has the number +1 650-555-3434 \
    with the code 654321.
    """
  static let arguments: [Argument<Self>] =
    [
      .positional(\.number, "number", help: "A number that is not in use, like +1 650-555-3434."),
      .positional(
        \.code, "code", help: "Six digits; - reads them from standard input.", holdsSecret: true),
    ] + Argument.set(\.change)
  static let examples = [
    Example("usher project test-number add '+1 650-555-0100' - < code.txt", "Add a number for tests.")
  ]

  var number = ""
  var code = ""
  var change = ChangeOptions()

  struct Result: CommandResult {
    var number: String
  }

  func report(in context: Context) throws -> Report<Result> {
    let number = try PhoneNumber.read(number).e164
    let code = try OneTimeCode.read(code == "-" ? try context.world.standardInput.text(line: true) : code)
    try context.project(change).setTestNumber(number, code: code, "\(number): not fictional → fictional")
    if Self.isGuessable(code) { context.output.warn("\(number) has a code that is easy to guess") }
    return .done(Result(number: number), Text("Added \(number)."))
  }

  /// Returns whether all digits are the same, or count up or down by one.
  static func isGuessable(_ code: String) -> Bool {
    let digits = code.compactMap(\.wholeNumberValue)
    let steps = Set(zip(digits, digits.dropFirst()).map { $1 - $0 })
    return steps.count == 1 && steps.isSubset(of: [-1, 0, 1])
  }
}

struct TestNumberList: ToolCommand, ReadsProject {
  static let name = "project test-number list"
  static let abstract: Text = "List the project's fictional numbers."
  static let arguments: [Argument<Self>] = Argument.set(\.administrator)
  static let examples = [Example("usher project test-number list", "List them with their codes.")]

  var administrator = AdministratorOptions()

  struct Result: CommandResult {
    var numbers: [TestNumber]
  }

  struct TestNumber: Codable, Sendable {
    var number: String
    var code: String
  }

  func report(in context: Context) throws -> Report<Result> {
    let server = try context.project(administrator).administrator()
    let numbers = try server.testPhoneNumbers().sorted { $0.number < $1.number }
    return Report(
      .ok, Result(numbers: numbers.map { TestNumber(number: $0.number, code: $0.code) }),
      lines: numbers.map { Text(verbatim: "\($0.number)  \($0.code)") })
  }
}

struct TestNumberRemove: ToolCommand, ChangesProject {
  static let name = "project test-number remove"
  static let abstract: Text = "Remove a fictional number from the project."
  static let arguments: [Argument<Self>] =
    [.positional(\.number, "number", help: "The number.")] + Argument.set(\.change)
  static let examples = [Example("usher project test-number remove +16505550100", "Remove one.")]

  var number = ""
  var change = ChangeOptions()

  func report(in context: Context) throws -> Report<TestNumberAdd.Result> {
    let number = try PhoneNumber.read(number).e164
    let project = try context.project(change)
    guard try project.administrator().testPhoneNumbers().contains(where: { $0.number == number }) else {
      throw Diagnosis(
        .noSuchNumber, "\(number) is not a fictional number here",
        hint: Hint("see the numbers", ["usher", "project", "test-number", "list"]))
    }
    try project.setTestNumber(number, code: nil, "\(number): fictional → not fictional")
    return .done(TestNumberAdd.Result(number: number), Text("Removed \(number)."))
  }
}

extension AdministeredProject {
  /// - Parameter code: The number's code; nil removes the number.
  fileprivate func setTestNumber(_ number: String, code: String?, _ line: Text) throws {
    try update(administrator().testPhoneNumbersPath, [line]) { numbers in
      var numbers = numbers ?? [:]
      numbers[number] = code.map { .string($0) }
      return numbers
    }
  }
}
