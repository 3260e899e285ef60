import Essentials

/// The result of a flow, for the browser.
///
/// The string is a heading without a full stop, in the language of the pages.
package enum PageOutcome: Sendable, Equatable {
  case success(String)
  case failure(String)
}

extension BrowserPage {
  /// Creates the page that shows the result of a flow.
  init(_ outcome: PageOutcome, _ words: any PageWords) {
    switch outcome {
    case .success(let heading):
      self.init(Text(verbatim: heading), words.afterSuccess, tone: .success)
    case .failure(let heading):
      self.init(Text(verbatim: heading), words.afterFailure, tone: .failure)
    }
  }

  /// Returns the page that is shown while the command works.
  static func working(_ words: any PageWords) -> BrowserPage {
    BrowserPage("One moment", words.finishes, next: PageHandler.outcomePath)
  }
}
