import CommandKit
import Essentials
import HTTP
import IdentityToolkit

/// The text of a request or a response without its secrets, so that it is safe to show.
struct ShownText {
  private enum Piece {
    case text(String)
    /// The place of a secret, with the name of its field.
    case secret(String)
  }

  private var pieces: [Piece]

  init(_ text: String) {
    pieces = [.text(text)]
  }

  private init(secretOf field: String) {
    pieces = [.secret(field)]
  }

  static func + (a: ShownText, b: ShownText) -> ShownText {
    var sum = a
    sum.pieces += b.pieces
    return sum
  }

  init(query item: QueryItem) {
    let isSecret =
      !item.value.isEmpty
      && (SecretField.isSecret(ofQuery: item.name) || SecretField.holdsSecret(item.value))
    self =
      ShownText(FormEncoding.encode(item.name) + "=")
      + (isSecret ? ShownText(secretOf: item.name) : ShownText(FormEncoding.encode(item.value)))
  }

  init(header field: HTTPHeaders.Field) {
    guard field.name.hasBytes(ofAnyCase: "authorization"), let space = field.value.firstIndex(of: " ") else {
      self = Self.value(field.value, of: field.name) ?? ShownText(field.value)
      return
    }
    self = ShownText(field.value[..<space] + " ") + ShownText(secretOf: "token")
  }

  /// Reads a JSON or form body; for any other body, gives only its size.
  init(body: Data) {
    if let json = JSONValue(json: body) {
      self.init(json: json, of: "")
    } else if let text = String(validating: body, as: UTF8.self), text.contains("="), !text.contains("<"),
      let items = FormEncoding.decode(text)
    {
      self = items.enumerated().reduce(ShownText("")) {
        $0 + ShownText($1.offset == 0 ? "" : "&") + ShownText(query: $1.element)
      }
    } else {
      self.init("[\(body.count) bytes]")
    }
  }

  /// - Parameter field: The name of the field that holds `json`.
  private init(json: JSONValue, of field: String) {
    switch json {
    case .string(let text):
      self =
        Self.value(text, of: field).map { ShownText("\"") + $0 + ShownText("\"") } ?? ShownText(json.text)
    case .array(let elements):
      let contents = elements.map { ShownText(json: $0, of: field) }
      self = ShownText("[") + Self.list(contents) + ShownText("]")
    case .object(let members):
      // All texts below a secret field are secret, under any name, such as the codes of fictional numbers.
      let contents = members.map { member in
        ShownText(JSONValue.string(member.name).text + ":")
          + ShownText(json: member.value, of: SecretField.isWhole(field) ? field : member.name)
      }
      self = ShownText("{") + Self.list(contents) + ShownText("}")
    case .null, .bool, .integer, .number: self.init(json.text)
    }
  }

  private static func list(_ elements: [ShownText]) -> ShownText {
    elements.enumerated().reduce(ShownText("")) { $0 + ShownText($1.offset == 0 ? "" : ",") + $1.element }
  }

  /// Returns the placeholder for `text` if it is secret; otherwise nil.
  private static func value(_ text: String, of field: String) -> ShownText? {
    guard !text.isEmpty, SecretField.isSecret(field) || SecretField.holdsSecret(text) else { return nil }
    return ShownText(secretOf: field)
  }
}

extension ShownText {
  /// The text as a shell word, with variables for the secrets.
  var shellWord: String {
    if pieces.count == 1, case .text(let text) = pieces[0] { return [text].shellLine }
    var word = ""
    var text = ""
    for piece in pieces + [.text("")] {
      if case .text(let more) = piece { text += more }
      guard case .secret(let field) = piece else { continue }
      word += (text.isEmpty ? "" : Self.quoted(text)) + "\"$\(SecretField.variable(field))\""
      text = ""
    }
    return word + (text.isEmpty ? "" : Self.quoted(text))
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
  }

  /// The text for people to read.
  var plain: String {
    pieces.map { piece in
      switch piece {
      case .text(let text): text
      case .secret: "[removed]"
      }
    }.joined()
  }
}
