/// What the pages say of who waits for the browser; as they are, of a command in a terminal.
package struct PageWords: Sendable, Equatable {
  /// Behind every title.
  package var title = "usher"
  package var waits = "The command in your terminal waits."
  package var howToBeginAnew = "To begin anew, stop the command with Ctrl-C and start it again."
  package var finishes = "The command in your terminal is finishing."
  package var finishesWithAnother = "The command in the terminal is already finishing with it."
  package var afterSuccess = "You can close this tab and go back to the terminal."
  package var afterFailure = "The terminal says what to do next. You can close this tab."
  package var whoseAddress = "This address belongs to a command in a terminal."
  package var ifItWasYou = "If it was you, copy the address from the terminal into the browser’s address bar."
  package var ifItWasNotYou =
    "If it was not you who used it, stop the command in the terminal with Ctrl-C and start again."
  package var whatToOpen = "Open the address that the terminal shows, and allow cookies for it."
  package var whereToPaste =
    "If you just signed in with it for a command in a terminal, copy the address of this page from the address "
    + "bar, and paste it in the terminal."
  package var howToStartAgain = "Stop the command in the terminal with Ctrl-C, and start it again."
  package var hasEnded = "The command has ended"
  package var wasStopped = "The command was stopped"
  package var waitedLongEnough = "The command has waited long enough"

  package init() {}
}
