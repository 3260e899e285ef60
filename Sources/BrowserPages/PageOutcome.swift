/// How a flow ended, for the browser. The text is a heading, without a full stop.
package enum PageOutcome: Sendable, Equatable {
  case success(String)
  case failure(String)
}

extension BrowserPage {
  /// Tells how a flow ended.
  init(_ outcome: PageOutcome) {
    switch outcome {
    case .success(let heading):
      self.init(heading, "You can close this tab and go back to the terminal.", tone: .success)
    case .failure(let heading):
      self.init(heading, "The terminal says what to do next. You can close this tab.", tone: .failure)
    }
  }

  /// Shown while the command works with what it was given.
  static let working = BrowserPage(
    "One moment", "The command in your terminal is finishing.", next: PageHandler.outcomePath)
}
