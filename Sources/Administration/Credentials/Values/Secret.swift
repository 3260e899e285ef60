/// A key, token or password that `print` and `dump` do not show.
struct Secret: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
  let text: String

  init(_ text: String) {
    self.text = text
  }

  var description: String { "a secret" }

  var customMirror: Mirror { Mirror(self, children: []) }
}
