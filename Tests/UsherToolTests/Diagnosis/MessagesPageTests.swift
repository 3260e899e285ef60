import AuthClient
import CommandKit
import Essentials
import Foundation
import IdentityToolkit
import Testing

@testable import UsherTool

/// All error messages on one page, so that you can compare a changed sentence with the others.
struct MessagesPageTests {
  private static let path = "Tests/Messages/messages.md"

  /// `make messages` writes the page.
  @Test func thePageOfMessagesIsUpToDate() throws {
    let page = try Self.page()
    if ProcessInfo.processInfo.environment["USHER_WRITE_MESSAGES"] != nil {
      try page.write(toFile: ProjectFiles.folder + "/" + Self.path, atomically: true, encoding: .utf8)
    }
    #expect(try ProjectFiles.text(of: Self.path) == page, "if it is meant to differ: make messages")
  }

  @Test func noMessageHasMoreThanThreeWays() {
    for code in Self.serverCodes {
      #expect((Diagnosis(ServerError(code)).hint?.ways.count ?? 0) <= 3, "\(code)")
    }
  }

  private static let serverCodes = RefusalMeaning.table.keys.sorted { $0.rawValue < $1.rawValue }

  private static func page() throws -> String {
    """
    # usher's error messages

    This page is generated. To update it, run `make messages`.

    ## Errors of a server

    \(serverCodes.map { block($0.rawValue, Diagnosis(ServerError($0))) }.joined(separator: "\n"))
    ## Errors of the library

    \(AuthErrorCode.allCases.map { "- `\($0.name)`: \($0.sentence)" }.joined(separator: "\n"))

    ## Errors of the usher command

    \(UsherErrorCode.allCases.map { "- `\($0.rawValue)`: \($0.meaning)" }.joined(separator: "\n"))

    ## Errors in the command line

    \(usageErrors.map { block($0, Diagnosis(Tool.commands.explanation(of: $1, at: topic(of: $1)))) }.joined(separator: "\n"))
    """
  }

  private static func block(_ title: String, _ diagnosis: Diagnosis) -> String {
    let lines =
      ["error: \(diagnosis.message.english)"] + (diagnosis.hint?.lines(columns: 80, in: .english) ?? [])
    return "`\(title)`\n\n" + lines.map { "    " + $0 + "\n" }.joined()
  }

  private static func topic(of error: UsageError) -> Topic {
    if case .missingCommand(let group) = error { .group(group) } else { .command("whoami") }
  }

  private static let usageErrors: [(String, UsageError)] = [
    ("unknownCommand", .unknownCommand("tokn", suggestions: ["token"])),
    ("missingCommand", .missingCommand(group: "session")),
    ("unknownOption", .unknownOption("--jsn", suggestions: ["--json"])),
    ("refusedOption", .refusedOption("--api-key", advice: "set the environment variable USHER_API_KEY")),
    ("missingValue", .missingValue(option: "--as", value: "NAME", before: "-kim")),
    ("unexpectedValue", .unexpectedValue(option: "--json")),
    (
      "invalidValue",
      .invalidValue("soon", argument: "--timeout", reason: "must be a number with s, m, h or d")
    ),
    ("repeatedOption", .repeatedOption("--as")),
    ("missingArgument", .missingArgument("NAME")),
    ("unexpectedArgument", .unexpectedArgument("kim", suggestions: [])),
    ("notUTF8", .notUTF8(position: 2)),
    ("misuse", .misuse("--pending and --verification-id cannot be used together")),
  ]
}
