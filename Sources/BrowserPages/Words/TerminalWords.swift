/// The texts for a command in a terminal.
package struct TerminalWords: PageWords {
  package init() {}

  package var title: String { "usher" }
  package var waits: String { "The command in your terminal waits." }
  package var howToBeginAnew: String {
    "To start again, press Ctrl-C in the terminal and run the command again."
  }
  package var finishes: String { "The command in your terminal is finishing." }
  package var finishesWithAnother: String { "The command in the terminal already uses the first one." }
  package var afterSuccess: String { "You can close this tab and go back to the terminal." }
  package var afterFailure: String { "The terminal says what to do next. You can close this tab." }
  package var whoseAddress: String { "A command in a terminal uses this address." }
  package var ifItWasYou: String {
    "To open the page, copy the address from the terminal into the browser’s address bar."
  }
  package var ifItWasNotYou: String {
    "If you did not use it yourself, press Ctrl-C in the terminal and run the command again."
  }
  package var whatToOpen: String { "Open the address that the terminal shows, and allow cookies for it." }
  package var whereToPaste: String {
    "Did you just sign in for a command in a terminal? Then copy the address of this page and paste it there."
  }
  package var whereTheLinkIs: String {
    "Open the link in the mail again, or copy it and paste it into the terminal."
  }
  package var howToStartAgain: String { "Press Ctrl-C in the terminal, and run the command again." }
  package var hasEnded: String { "The command has ended" }
  package var wasStopped: String { "The command was stopped" }
  package var waitedLongEnough: String { "The command has waited long enough" }
}
