import Administration

/// The file with a project's password hash parameters.
enum HashParametersFile {
  /// Reads the file at `path`; `-` is standard input.
  static func read(_ path: String, _ input: FileInput) throws -> HashParameters {
    let text = try input.text(of: path)
    do throws(HashParameters.Flaw) {
      return try HashParameters(text)
    } catch {
      throw Diagnosis(error, in: FileInput.name(of: path))
    }
  }
}
