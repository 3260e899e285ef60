/// How a flow ended, for the browser. The text is a heading, without a full stop.
package enum PageOutcome: Sendable, Equatable {
  case success(String)
  case failure(String)
}

extension BrowserPage {
  /// Tells how a flow ended.
  init(_ outcome: PageOutcome, _ words: any PageWords) {
    switch outcome {
    case .success(let heading):
      self.init(heading, words.afterSuccess, tone: .success)
    case .failure(let heading):
      self.init(heading, words.afterFailure, tone: .failure)
    }
  }

  /// Shown while the command works with what it was given.
  static func working(_ words: any PageWords) -> BrowserPage {
    BrowserPage("One moment", words.finishes, next: PageHandler.outcomePath)
  }
}
