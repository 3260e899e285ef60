import CommandKit
import Essentials
import IdentityToolkit

/// JSON on the command line.
enum JSONArgument {
  /// Returns nil if `text` is not JSON.
  /// - Parameter name: What the text is, for the error message.
  static func value(of text: String, named name: Text) throws(Diagnosis) -> JSONValue? {
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

  /// Returns the JSON value of `text`, or `text` itself as a string if it is a bare word.
  ///
  /// A text that begins like an object, an array or a string must be valid JSON.
  static func valueOrWord(_ text: String, named name: Text) throws(Diagnosis) -> JSONValue {
    if let value = try value(of: text, named: name) { return value }
    guard let first = text.utf8.first, "{[\"".utf8.contains(first) else { return .string(text) }
    throw Diagnosis(
      "auth/argument-error", .data,
      JSONFlaw(in: text).map { Text("\(name) \($0.explanation)") } ?? "\(name) is not JSON",
      hint: #"a text that begins with {, [ or " is written as JSON too, like '"[draft]"'"#, retry: .newInput)
  }
}
