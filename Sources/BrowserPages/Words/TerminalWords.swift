/// The texts for a command in a terminal.
package struct TerminalWords: PageWords {
  package init() {}

  package var title: String { "usher" }
  package var waits: String { "The command in your terminal waits." }
  package var howToBeginAnew: String { "To begin again, stop the command with Ctrl-C and start it again." }
  package var finishes: String { "The command in your terminal is finishing." }
  package var finishesWithAnother: String { "The command in the terminal is already finishing with it." }
  package var afterSuccess: String { "You can close this tab and go back to the terminal." }
  package var afterFailure: String { "The terminal says what to do next. You can close this tab." }
  package var whoseAddress: String { "This address belongs to a command in a terminal." }
  package var ifItWasYou: String {
    "If it was you, copy the address from the terminal into the browser’s address bar."
  }
  package var ifItWasNotYou: String {
    "If it was not you who used it, stop the command in the terminal with Ctrl-C and start again."
  }
  package var whatToOpen: String { "Open the address that the terminal shows, and allow cookies for it." }
  package var whereToPaste: String {
    "If you just signed in with it for a command in a terminal, copy the address of this page from the address "
      + "bar, and paste it in the terminal."
  }
  package var whereTheLinkIs: String {
    "Open the link in the mail again, or copy it from there and paste it in the terminal."
  }
  package var howToStartAgain: String { "Stop the command in the terminal with Ctrl-C, and start it again." }
  package var hasEnded: String { "The command has ended" }
  package var wasStopped: String { "The command was stopped" }
  package var waitedLongEnough: String { "The command has waited long enough" }
}
