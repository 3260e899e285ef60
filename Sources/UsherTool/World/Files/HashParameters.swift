import CommandKit
import Essentials

/// A project's password hash parameters, in the text that Firebase's console shows.
struct HashParameters: Equatable {
  /// Base64, like the separator.
  let signerKey: String
  let saltSeparator: String
  let rounds: Int
  let memoryCost: Int

  /// Reads `name: value` pairs, each on a line of its own or after a comma. JSON with the same names is read, too.
  ///
  /// - Throws: A `Diagnosis` that names what is wrong, and never shows a value: the key is a secret.
  init(_ text: String, named file: String) throws(Diagnosis) {
    var values: [String: String] = [:]
    for piece in text.split(whereSeparator: { $0.isNewline || "{},".contains($0) }) {
      guard let colon = piece.firstIndex(of: ":") else { continue }
      values[piece[..<colon].bare] = piece[piece.index(after: colon)...].bare
    }
    func value(_ name: String) throws(Diagnosis) -> String {
      guard let value = values[name], !value.isEmpty else { throw Self.refusal("\(file) has no \(name)") }
      return value
    }
    func number(_ name: String) throws(Diagnosis) -> Int {
      guard let number = Int(try value(name)) else {
        throw Self.refusal("\(name) in \(file) is not a number")
      }
      return number
    }
    guard try value("algorithm") == "SCRYPT" else {
      throw Self.refusal("the algorithm in \(file) is not SCRYPT")
    }
    signerKey = try value("base64_signer_key")
    saltSeparator = values["base64_salt_separator"] ?? ""
    rounds = try number("rounds")
    memoryCost = try number("mem_cost")
  }

  private static func refusal(_ message: String) -> Diagnosis {
    Diagnosis(.badExport, message, hint: source, retry: .newInput)
  }

  /// Where the text comes from.
  static let source: Hint = """
    save the text that the Firebase console shows under Authentication > Users > Password hash \
    parameters
    """
}

extension Substring {
  /// The text without the spaces and quotes around it.
  fileprivate var bare: String {
    func isAround(_ character: Character) -> Bool { " \t\"'".contains(character) }
    var text = drop(while: isAround)
    while let last = text.last, isAround(last) { text.removeLast() }
    return String(text)
  }
}
