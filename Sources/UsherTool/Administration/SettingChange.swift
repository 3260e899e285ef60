import Essentials
import IdentityToolkit

/// A setting before and after a change, for people.
struct SettingChange: Equatable {
  let name: String
  let before: String
  let after: String

  var line: String { before == after ? "\(name): \(after), as before" : "\(name): \(before) → \(after)" }

  init(_ name: String, from before: Bool, to after: Bool) {
    self.init(name, from: before ? "on" : "off", to: after ? "on" : "off")
  }

  init(_ name: String, from before: JSONValue?, to after: JSONValue?) {
    self.init(name, from: before?.text ?? "not set", to: after?.text ?? "not set")
  }

  init(_ name: String, from before: String, to after: String) {
    self.name = name
    self.before = before
    self.after = after
  }
}
