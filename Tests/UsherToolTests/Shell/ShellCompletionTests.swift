import CommandKit
import Essentials
import LibC
import TerminalIO
import TestSupport
import Testing

@testable import UsherTool

@Suite struct ShellCompletionTests {
  private let tool = ToolHarness()

  /// What tab offers after each of `lines`, asked at the prompt of a shell with `options`.
  private func offers(_ lines: String..., options: [String] = []) -> [LineCompletion] {
    let terminal = TabbingTerminal(lines: lines)
    tool.run(["shell", "--quiet"] + options, terminal: terminal)
    return terminal.offers
  }

  private typealias Choice = LineCompletion.Choice

  @Test func commandsAndOptionsAreOffered() {
    let phone = Tool.commands.description.command("verify-phone")
    #expect(
      offers("verify", "usher verify", "  verify-phone --res", "confirm-code --pending=p", "whoami #")
        == [
          LineCompletion(
            of: "verify", choices: [Choice("verify-phone", help: phone?.abstract.english ?? "")]),
          LineCompletion(
            of: "verify", choices: [Choice("verify-phone", help: phone?.abstract.english ?? "")]),
          LineCompletion(
            of: "--res",
            choices: [
              Choice("--resend", help: phone?.options.first { $0.name == "resend" }?.help.english ?? "")
            ]),
          LineCompletion(of: "--pending=p"),
          LineCompletion(of: ""),
        ])
  }

  @Test func leavingIsOfferedAndAnotherShellIsNot() {
    #expect(
      offers("ex", "shel")
        == [
          LineCompletion(
            of: "ex",
            choices: [
              Choice("exit", help: "Leave this shell."),
              Choice("exec", help: Tool.commands.description.abstract(of: "exec").english),
            ]),
          LineCompletion(of: "shel"),
        ])
  }

  @Test func valuesAreThoseOfTheState() {
    tool.signIn("+16505550101")
    tool.signIn("+16505550102", as: "bob")
    tool.signIn("+16505550103", as: "bill")
    let values = offers("session use b", "whoami --as 'bob", "whoami --as=bi", "session use ")
    #expect(
      values == [
        LineCompletion(
          of: "b",
          choices: [Choice("bill", help: "+16505550103"), Choice("bob", help: "+16505550102")]),
        LineCompletion(of: "'bob", choices: [Choice("bob", help: "+16505550102")]),
        LineCompletion(of: "--as=bi", choices: [Choice("--as=bill", help: "+16505550103")]),
        LineCompletion(
          of: "",
          choices: [
            Choice("bill", help: "+16505550103"), Choice("bob", help: "+16505550102"),
            Choice("default", help: "+16505550101"),
          ]),
      ])
    #expect(
      offers("session use b", options: ["--endpoint", "http://127.0.0.1:1", "--project", "demo-b"])
        == [LineCompletion(of: "b")])
  }

  @Test func namesOfFilesAreOfferedAsFarAsTheyCanBeShown() {
    for name in ["pass.txt", "pa ss", ".passed", "pa\u{1B}ss"] { tool.folder.write("", to: name) }
    tool.folder.makeFolder("passes")
    let path = tool.folder.path
    #expect(
      offers("signin password --password-file \(path)/pa", "signin password --password-file=\(path)/.pa")
        == [
          LineCompletion(
            of: path + "/pa",
            choices: [
              Choice("'\(path)/pa ss'"), Choice("\(path)/pass.txt"),
              Choice("\(path)/passes/", isWhole: false),
            ]),
          LineCompletion(
            of: "--password-file=\(path)/.pa", choices: [Choice("--password-file=\(path)/.passed")]),
        ])
  }
}

/// Presses tab after each of its lines, and leaves.
private final class TabbingTerminal: Terminal, @unchecked Sendable {
  let isInteractive = true
  let columns: Int? = 80
  let rows: Int? = 24
  private let lines: [String]
  private(set) var offers: [LineCompletion] = []

  init(lines: [String]) {
    self.lines = lines
  }

  func ask(_ prompt: Text, within limit: Duration?) throws(TerminalError) -> String { throw .notATerminal }
  func askSecret(_ prompt: Text, within limit: Duration?) throws(TerminalError) -> String {
    throw .notATerminal
  }
  func ask(
    _ prompt: Text, within limit: Duration?, with assistance: LineAssistance
  ) throws(TerminalError) -> String {
    offers = lines.map(assistance.complete)
    throw .endOfInput
  }
  func say(_ text: Text) {}
  func draw(_ code: QRCode, inColor: Bool) {}
  func copy(_ text: String) -> Bool { false }
}
