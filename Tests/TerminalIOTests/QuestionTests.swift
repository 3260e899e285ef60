import Essentials
import TestSupport
import Testing

@testable import TerminalIO

@Test(
  arguments: [
    (["y"], true), ([" YES "], true), (["n"], false), (["No"], false), ([""], false),
    (["what?", "y"], true),
  ] as [([ScriptedTerminal.Answer], Bool)])
func aQuestionIsConfirmedByYesAlone(answers: [ScriptedTerminal.Answer], confirmed: Bool) throws {
  let terminal = ScriptedTerminal(catalog: .english, answers: answers)
  #expect(try terminal.confirm("Remove it?", within: nil) == confirmed)
}

@Test func anUnclearAnswerIsAskedForAgain() throws {
  let terminal = ScriptedTerminal(catalog: .english, answers: ["perhaps", "y"])
  _ = try terminal.confirm("Remove it?", within: .seconds(60))
  #expect(
    terminal.events == [
      .said("Remove it?"), .asked("Yes or no? [no]: ", within: .seconds(60)),
      .said("Type yes or no."), .asked("Yes or no? [no]: ", within: .seconds(60)),
    ])
}

@Test func anOptionIsChosenByItsNumber() throws {
  let terminal = ScriptedTerminal(catalog: .english, answers: ["0", "3", "two", "2", ""])
  let options: [Text] = ["SMS to +1******3434 \"work\"", "authenticator app \"pixel\""]
  let question: Text = "This account needs a second factor:"
  #expect(try terminal.choose(question, from: options, within: nil) == 1)
  #expect(try terminal.choose(question, from: options, within: nil) == 0)
  let menu = [question.english, "  1) SMS to +1******3434 \"work\"", "  2) authenticator app \"pixel\""]
  let prompt = "Which one? [1]: "
  let again = "Type a number from 1 to 2."
  #expect(
    terminal.transcript == menu + [prompt, again, prompt, again, prompt, again, prompt] + menu + [prompt])
}

@Test(
  arguments: [
    ("1", 0), ("2)", 1), ("SMS", 0), ("work", 0), (#""work""#, 0), ("authenticator", 1), ("auth", 1),
    ("authenticator pix", 1), ("sms to", 0), (#"sms to +1******3434 "work""#, 0), ("new  account", 2),
  ] as [(ScriptedTerminal.Answer, Int)])
func anOptionIsChosenByItsWords(answer: ScriptedTerminal.Answer, index: Int) throws {
  let options: [Text] = ["SMS to +1******3434 \"work\"", "Authenticator \"pixel\"", "new account"]
  #expect(
    try ScriptedTerminal(catalog: .english, answers: [answer]).choose("Which?", from: options, within: nil)
      == index)
}

@Test func oneOptionMayBeginAsAnotherDoes() throws {
  let options: [Text] = ["password", "password of another", "link"]
  #expect(
    try ScriptedTerminal(catalog: .english, answers: ["Password"]).choose(
      "Which?", from: options, within: nil) == 0)
  let terminal = ScriptedTerminal(catalog: .english, answers: ["pass", "another"])
  #expect(try terminal.choose("Which?", from: options, within: nil) == 1)
}

@Test func whatIsNoOptionIsNotRepeated() throws {
  let terminal = ScriptedTerminal(catalog: .english, answers: ["correct horse", "3434", ""])
  _ = try terminal.choose("Which?", from: ["SMS to +1******3434", "link"], within: nil)
  let menu = ["Which?", "  1) SMS to +1******3434", "  2) link"]
  let prompt = "Which one? [1]: "
  let again = "Type a number from 1 to 2."
  #expect(terminal.transcript == menu + [prompt, again, prompt, again, prompt])
}

@Test func thePromptSaysWhichOptionEnterTakes() throws {
  let terminal = ScriptedTerminal(catalog: .english, answers: ["", ""])
  #expect(try terminal.choose("Which?", from: ["one", "two", "three"], suggestion: 2, within: nil) == 2)
  #expect(try terminal.confirm("Go on?", default: true, within: nil))
  #expect(
    terminal.transcript == [
      "Which?", "  1) one", "  2) two", "  3) three", "Which one? [3]: ", "Go on?", "Yes or no? [yes]: ",
    ])
}

@Test func aScriptComplainsOfWhatItDidNotExpect() {
  withKnownIssue("asked without an answer") {
    let terminal = ScriptedTerminal(catalog: .english)
    #expect(throws: TerminalError.endOfInput) { try terminal.ask("Code: ", within: nil) }
  }
  withKnownIssue("asked with a prompt that leaves no room to type") {
    let terminal = ScriptedTerminal(catalog: .english, answers: ["654321"])
    _ = try terminal.ask("The code that was sent to you: ", within: nil)
  }
  withKnownIssue("an answer left over") {
    _ = ScriptedTerminal(catalog: .english, answers: ["654321"])
  }
}
