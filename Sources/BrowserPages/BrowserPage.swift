package import Essentials
package import HTTP

/// A page for a person in the browser: texts without markup.
///
/// `document` returns its HTML in a language.
package struct BrowserPage: Sendable, Equatable {
  package enum Tone: String, Sendable {
    case neutral, success, failure
  }

  /// A form with one button.
  package struct Form: Sendable, Equatable {
    package var fields: [QueryItem]
    package var button: Text

    package init(_ fields: [QueryItem], button: Text) {
      self.fields = fields
      self.button = button
    }
  }

  package var tone: Tone
  package var heading: Text
  package var paragraphs: [Text]
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
    _ heading: Text, _ paragraphs: Text..., tone: Tone = .neutral, form: Form? = nil,
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
