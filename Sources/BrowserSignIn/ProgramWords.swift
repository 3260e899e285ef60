import BrowserPages
import Essentials

/// The texts on the pages of a program that users know by its name.
struct ProgramWords: PageWords {
  let title: String

  init(_ name: String) { title = name }

  var waits: Text { "\(title) waits." }
  var howToBeginAnew: Text { "To start again, go back to \(title)." }
  var finishes: Text { "\(title) goes on." }
  var finishesWithAnother: Text { "\(title) already uses the first one." }
  var afterSuccess: Text { "You can close this tab and go back to \(title)." }
  var afterFailure: Text { "Go back to \(title) for what to do next. You can close this tab." }
  var whoseAddress: Text { "\(title) uses this address." }
  var ifItWasYou: Text { "To open the page, open the address that \(title) shows." }
  var ifItWasNotYou: Text { "If you did not use it yourself, start again in \(title)." }
  var whatToOpen: Text { "Open the address that \(title) shows, and allow cookies for it." }
  var whereToPaste: Text { "Start again in \(title), and finish in the browser that opens." }
  var whereTheLinkIs: Text { "Open the link in the mail again." }
  var howToStartAgain: Text { "Start again in \(title)." }
  var hasEnded: Text { "\(title) does not wait any more" }
  var wasStopped: Text { "\(title) was stopped" }
  var waitedLongEnough: Text { "\(title) has waited long enough" }
}
