import CommandKit
import Essentials

/// JSON on the command line.
enum JSONArgument {
  /// Returns the value of `text`, or why it is not JSON.
  /// - Parameter name: What the text is, for the error message.
  static func value(of text: String, named name: Text) throws(Diagnosis) -> Result<JSONValue, JSONFlaw> {
    do {
      return .success(try JSONValue(parsing: Data(text.utf8)))
    } catch .tooDeep {
      throw Diagnosis(
        "auth/argument-error", .data,
        "\(name) may be nested \(JSONReader.deepest) levels deep, and no deeper",
        retry: .newInput)
    } catch {
      return .failure(error)
    }
  }

  /// Returns the JSON value of `text`, or `text` itself as a string if it is a bare word.
  ///
  /// A text that begins like an object, an array or a string must be valid JSON.
  static func valueOrWord(_ text: String, named name: Text) throws(Diagnosis) -> JSONValue {
    switch try value(of: text, named: name) {
    case .success(let value): return value
    case .failure(let flaw):
      guard let first = text.utf8.first, "{[\"".utf8.contains(first) else { return .string(text) }
      throw Diagnosis(
        "auth/argument-error", .data, "\(name) \(flaw.explanation(in: text))",
        hint: #"a text that begins with {, [ or " is written as JSON too, like '"[draft]"'"#, retry: .newInput
      )
    }
  }
}

extension JSONFlaw {
  /// The end of a sentence, such as `stops being JSON at its character 7, '}'`.
  func explanation(in text: String) -> Text {
    guard case .unexpected(let place) = self else { return "is not JSON" }
    let before = text.utf8.prefix(place)
    guard let character = text.unicodeScalars[before.endIndex...].first else {
      return "ends before it is whole JSON"
    }
    let position = String(decoding: before, as: UTF8.self).unicodeScalars.count + 1
    return "stops being JSON at its character \(position), '\(String(character))'"
  }
}
