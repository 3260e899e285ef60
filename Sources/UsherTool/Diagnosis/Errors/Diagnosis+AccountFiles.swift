import Administration
import CommandKit
import Essentials
import PrivateFiles

extension Diagnosis {
  /// The accounts could not be written to `file`.
  init(_ error: AccountExportError, exporting file: String) {
    switch error {
    case .exists:
      self.init(
        .cannotWrite, "\(file) exists, and usher does not replace it", hint: "give another name",
        retry: .newInput)
    case .unfinished(let summary):
      self.init(
        .cannotWrite, "an export to \(file) stopped after \(summary.accounts) accounts",
        hint: Hint("go on", ["usher", "project", "users", "export", file, "--resume"]).then(
          "or begin again", copying: ["rm", file + ".part", file + ".resume"].shellLine), retry: .newInput)
    case .nothingToResume:
      self.init(
        .cannotRead, "no export to \(file) has stopped",
        hint: Hint("begin one", ["usher", "project", "users", "export", file]))
    case .otherPlace(let place):
      self.init(
        .cannotRead, "\(file).part has accounts of another project (\(SafeText.brief(place)))",
        hint: "name that project, or give another file")
    case .damaged, .newer:
      self.init(
        .cannotRead, "\(file).resume cannot be used",
        hint: Hint("begin again", copying: ["rm", file + ".part", file + ".resume"].shellLine))
    case .busy: self.init(.busy, "another usher command writes \(file)")
    case .unsafe(let path, let reason): self.init(.keyExposed, "\(path) is not safe (\(reason))")
    case .interrupted: self.init(.interrupted, "the export was interrupted")
    case .repeatedPageToken:
      self.init(
        "auth/internal-error", .unavailable, "the service sent the same page twice", hint: "try again later",
        retry: .same)
    case .failed(let problem): self.init(writing: file, problem)
    }
  }

  /// The accounts in `file` cannot be read.
  init(_ error: AccountFileError, importing file: String) {
    let reason: Text =
      switch error {
      case .unreadable(let problem): "it cannot be read: \(problem.reason)"
      case .noUsers: "it has no users, which are an array of JSON, or lines of CSV from firebase auth:export"
      case .truncated(let place): "it ends in line \(place.line), in the middle"
      case .malformed: "it is not what firebase auth:export writes"
      case .badAccount(let index, let place): "users[\(index)] in line \(place.line) is not an account"
      case .longAccount(let index, let place): "users[\(index)] in line \(place.line) is too long"
      }
    self.init(.badExport, "cannot import \(file): \(reason)")
  }
}

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
    self.init(.badExport, message, hint: .hashParameters)
  }
}

extension Hint {
  /// Where a project's hash parameters come from.
  static let hashParameters: Hint =
    "save the text that the Firebase console shows under Authentication > Users > Password hash parameters"
}
