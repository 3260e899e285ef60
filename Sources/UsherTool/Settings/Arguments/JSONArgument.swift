import CommandKit
import Essentials
import IdentityToolkit

/// JSON that was typed.
enum JSONArgument {
  /// Nil where `text` is not JSON.
  /// - Parameter name: what it is, for a sentence.
  static func value(of text: String, named name: String) throws(Diagnosis) -> JSONValue? {
    do throws(JSONReader.Problem) {
      return try JSONReader.plain.read(JSONValue.self, from: text)
    } catch .tooDeep {
      throw Diagnosis(
        "auth/argument-error", .data,
        "\(name) may be nested \(JSONReader.deepest) levels deep, and no deeper",
        retry: .newInput)
    } catch {
      return nil
    }
  }

  /// As above, or a bare word. What begins as an object, a list or a quoted text is no word.
  static func valueOrWord(_ text: String, named name: String) throws(Diagnosis) -> JSONValue {
    if let value = try value(of: text, named: name) { return value }
    guard let first = text.utf8.first, "{[\"".utf8.contains(first) else { return .string(text) }
    throw Diagnosis(
      "auth/argument-error", .data, "\(name) \(JSONFlaw(in: text)?.explanation ?? "is not JSON")",
      hint: #"a text that begins with {, [ or " is written as JSON too, like '"[draft]"'"#, retry: .newInput)
  }
}
