package import HTTP

/// A page for a person in the browser: plain text.
///
/// `document` returns its HTML.
package struct BrowserPage: Sendable, Equatable {
  package enum Tone: String, Sendable {
    case neutral, success, failure
  }

  /// A form with one button.
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
  /// The form to send.
  ///
  /// A script sends it automatically, and without scripts the button does.
  ///
  /// With a program, the program sends it, and the button is for giving up.
  package var form: Form?
  package var program: Program?
  /// The address to which the browser continues automatically.
  ///
  /// This page stays visible until that one answers.
  package var next: String?
  /// Whether to remove the page's address from the browser's history.
  var leavesHistory = false

  package init(
    _ heading: String, _ paragraphs: String..., tone: Tone = .neutral, form: Form? = nil,
    program: Program? = nil, next: String? = nil
  ) {
    self.heading = heading
    self.paragraphs = paragraphs
    self.tone = tone
    self.form = form
    self.program = program
    self.next = next
  }
}
