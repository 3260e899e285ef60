import Administration
import CommandKit
import Essentials

extension Diagnosis {
  /// The text of `file` does not describe password hashes.
  init(_ flaw: HashParameters.Flaw, in file: Text) {
    let message: Text =
      switch flaw {
      case .unknownAlgorithm: "the algorithm in \(file) is not one that Firebase takes"
      case .missing(let name): "\(file) has no \(name)"
      case .notNumber(let name): "\(name) in \(file) is not a number"
      case .outOfRange(let name, let range):
        "\(name) in \(file) is not \(range.lowerBound) to \(range.upperBound)"
      case .notBase64(let name): "\(name) in \(file) is not base64"
      case .unknownValue(let name, let allowed):
        "\(name) in \(file) is not \(Text(anyOf: allowed))"
      case .contradiction(let name): "\(file) has two values for \(name)"
      }
    self.init(.badExport, message, hint: .hashParameters, retry: .newInput)
  }
}

extension Hint {
  /// Where a project's hash parameters come from.
  static let hashParameters: Hint =
    "save the text that the Firebase console shows under Authentication > Users > Password hash parameters"
}
