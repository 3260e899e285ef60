import Essentials
import IdentityToolkit

/// JSON that was typed.
enum JSONArgument {
  /// Nil where `text` is no JSON.
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
}
