import BrowserPages

extension PageWords {
  /// Of a program that people know by `name`.
  init(of name: String) {
    self.init()
    title = name
    waits = "\(name) waits."
    howToBeginAnew = "To begin anew, start again in \(name)."
    finishes = "\(name) goes on."
    finishesWithAnother = "\(name) goes on with it."
    afterSuccess = "You can close this tab and go back to \(name)."
    afterFailure = "Go back to \(name) for what to do next. You can close this tab."
    whoseAddress = "This address belongs to \(name)."
    ifItWasYou = "If it was you, open the address that \(name) shows."
    ifItWasNotYou = "If it was not you who used it, start again in \(name)."
    whatToOpen = "Open the address that \(name) shows, and allow cookies for it."
    whereToPaste = "Start again in \(name), and finish in the browser that opens."
    howToStartAgain = "Start again in \(name)."
    hasEnded = "\(name) does not wait any more"
    wasStopped = "\(name) was stopped"
    waitedLongEnough = "\(name) has waited long enough"
  }
}
