package import Essentials

/// The texts for a command in a terminal.
package struct TerminalWords: PageWords {
  package init() {}

  package var title: String { "usher" }
  package var waits: Text { "The command in your terminal waits." }
  package var howToBeginAnew: Text {
    "To start again, press Ctrl-C in the terminal and run the command again."
  }
  package var finishes: Text { "The command in your terminal is finishing." }
  package var finishesWithAnother: Text { "The command in the terminal already uses the first one." }
  package var afterSuccess: Text { "You can close this tab and go back to the terminal." }
  package var afterFailure: Text { "The terminal says what to do next. You can close this tab." }
  package var whoseAddress: Text { "A command in a terminal uses this address." }
  package var ifItWasYou: Text {
    "To open the page, copy the address from the terminal into the browser’s address bar."
  }
  package var ifItWasNotYou: Text {
    "If you did not use it yourself, press Ctrl-C in the terminal and run the command again."
  }
  package var whatToOpen: Text { "Open the address that the terminal shows, and allow cookies for it." }
  package var whereToPaste: Text {
    "Did you just sign in for a command in a terminal? Then copy the address of this page and paste it there."
  }
  package var whereTheLinkIs: Text {
    "Open the link in the mail again, or copy it and paste it into the terminal."
  }
  package var howToStartAgain: Text { "Press Ctrl-C in the terminal, and run the command again." }
  package var hasEnded: Text { "The command has ended" }
  package var wasStopped: Text { "The command was stopped" }
  package var waitedLongEnough: Text { "The command has waited long enough" }
}
