import TestSupport
import Testing

@testable import TerminalIO

@Test(
  arguments: [
    (["y"], true), ([" YES "], true), (["n"], false), (["No"], false), ([""], false),
    (["what?", "y"], true),
  ] as [([ScriptedTerminal.Answer], Bool)])
func aQuestionIsConfirmedByYesAlone(answers: [ScriptedTerminal.Answer], confirmed: Bool) throws {
  let terminal = ScriptedTerminal(answers: answers)
  #expect(try terminal.confirm("Remove it?", within: nil) == confirmed)
}

@Test func anUnclearAnswerIsAskedForAgain() throws {
  let terminal = ScriptedTerminal(answers: ["perhaps", "y"])
  _ = try terminal.confirm("Remove it?", within: .seconds(60))
  #expect(
    terminal.events == [
      .asked("Remove it? [y/N] ", within: .seconds(60)),
      .said("Please answer y or n."),
      .asked("Remove it? [y/N] ", within: .seconds(60)),
    ])
}

@Test func anOptionIsChosenByItsNumber() throws {
  let terminal = ScriptedTerminal(answers: ["0", "3", "two", "2", ""])
  let options = ["SMS to +1******3434 \"work\"", "Authenticator \"pixel\""]
  let question = "This account needs a second step:"
  #expect(try terminal.choose(question, from: options, within: nil) == 1)
  #expect(try terminal.choose(question, from: options, within: nil) == 0)
  let prompt = """
    This account needs a second step:  1) SMS to +1******3434 "work"   2) Authenticator "pixel"   [1]: \

    """
  let again = "Please type a number from 1 to 2."
  #expect(terminal.transcript == [prompt, again, prompt, again, prompt, again, prompt, prompt])
}

@Test(
  arguments: [
    ("1", 0), ("2)", 1), ("SMS", 0), ("work", 0), (#""work""#, 0), ("authenticator", 1), ("auth", 1),
    ("authenticator pix", 1), ("sms to", 0), (#"sms to +1******3434 "work""#, 0), ("new  account", 2),
  ] as [(ScriptedTerminal.Answer, Int)])
func anOptionIsChosenByItsWords(answer: ScriptedTerminal.Answer, index: Int) throws {
  let options = ["SMS to +1******3434 \"work\"", "Authenticator \"pixel\"", "new account"]
  #expect(try ScriptedTerminal(answers: [answer]).choose("Which?", from: options, within: nil) == index)
}

@Test func oneOptionMayBeginAsAnotherDoes() throws {
  let options = ["password", "password of another", "link"]
  #expect(try ScriptedTerminal(answers: ["Password"]).choose("Which?", from: options, within: nil) == 0)
  let terminal = ScriptedTerminal(answers: ["pass", "another"])
  #expect(try terminal.choose("Which?", from: options, within: nil) == 1)
}

@Test func whatIsNoOptionIsNotRepeated() throws {
  let terminal = ScriptedTerminal(answers: ["correct horse", "3434", ""])
  _ = try terminal.choose("Which?", from: ["SMS to +1******3434", "link"], within: nil)
  let prompt = "Which?  1) SMS to +1******3434   2) link   [1]: "
  let again = "Please type a number from 1 to 2."
  #expect(terminal.transcript == [prompt, again, prompt, again, prompt])
}

@Test func manyOptionsStandInLinesOfTheirOwn() throws {
  let terminal = ScriptedTerminal(answers: [""])
  let options = (1...4).map { "an option with quite a long name, number \($0)" }
  #expect(try terminal.choose("Which?", from: options, suggestion: 2, within: nil) == 2)
  #expect(
    terminal.transcript
      == ["Which?"] + (1...4).map { "  \($0)) an option with quite a long name, number \($0)" }
      + ["Number [3]: "])
}

@Test func aScriptComplainsOfWhatItDidNotExpect() {
  withKnownIssue("asked without an answer") {
    let terminal = ScriptedTerminal()
    #expect(throws: TerminalError.endOfInput) { try terminal.ask("Code: ", within: nil) }
  }
  withKnownIssue("an answer left over") {
    _ = ScriptedTerminal(answers: ["654321"])
  }
}
