package import HTTP

/// What a person reads in the browser: plain text, put into markup by `document`.
package struct BrowserPage: Sendable, Equatable {
  package enum Tone: String, Sendable {
    case neutral, success, failure
  }

  /// Something to send back, with one button.
  package struct Form: Sendable, Equatable {
    package var fields: [QueryItem]
    package var button: String

    package init(_ fields: [QueryItem], button: String) {
      self.fields = fields
      self.button = button
    }
  }

  package var tone: Tone
  package var heading: String
  package var paragraphs: [String]
  /// Sent by itself where scripts run, by its button elsewhere. With a challenge it is the challenge that has
  /// it sent, and the button is for giving up.
  package var form: Form?
  package var challenge: Challenge?
  /// Where the browser goes on to by itself; it shows this page until that one answers.
  package var next: String?
  /// Whether the page's address goes out of the browser's history.
  var leavesHistory = false

  package init(
    _ heading: String, _ paragraphs: String..., tone: Tone = .neutral, form: Form? = nil,
    challenge: Challenge? = nil, next: String? = nil
  ) {
    self.heading = heading
    self.paragraphs = paragraphs
    self.tone = tone
    self.form = form
    self.challenge = challenge
    self.next = next
  }
}
