import BrowserPages

/// The texts on the pages of a program that users know by its name.
struct ProgramWords: PageWords {
  let title: String

  init(_ name: String) { title = name }

  var waits: String { "\(title) waits." }
  var howToBeginAnew: String { "To start again, go back to \(title)." }
  var finishes: String { "\(title) goes on." }
  var finishesWithAnother: String { "\(title) already uses the first one." }
  var afterSuccess: String { "You can close this tab and go back to \(title)." }
  var afterFailure: String { "Go back to \(title) for what to do next. You can close this tab." }
  var whoseAddress: String { "\(title) uses this address." }
  var ifItWasYou: String { "To open the page, open the address that \(title) shows." }
  var ifItWasNotYou: String { "If you did not use it yourself, start again in \(title)." }
  var whatToOpen: String { "Open the address that \(title) shows, and allow cookies for it." }
  var whereToPaste: String { "Start again in \(title), and finish in the browser that opens." }
  var whereTheLinkIs: String { "Open the link in the mail again." }
  var howToStartAgain: String { "Start again in \(title)." }
  var hasEnded: String { "\(title) does not wait any more" }
  var wasStopped: String { "\(title) was stopped" }
  var waitedLongEnough: String { "\(title) has waited long enough" }
}
