import CommandKit
import Essentials
import IdentityToolkit
import LibC
import TerminalIO

/// What a run prints, and how it ends: its one result, its messages and warnings, its exit status.
final class Output {
  private let standardOutput: FileOutput
  private let standardError: FileOutput
  private let terminal: any Terminal
  private let settings: RunSettings
  private let next: NextCommands
  /// The translations into the language that people read.
  let catalog: Catalog

  /// The exit status of a run that has a result but did not simply succeed.
  var exitStatus = ExitCode.ok.rawValue
  /// The signal that ended the program that this run was for, where one did.
  var programsSignal: Int32?
  /// The signal that asked this process to end, and that the program was handed.
  var signalHandedOn: Int32?
  /// Whether the result, or the error, is one JSON object.
  let isJSON: Bool
  private var warnings: [String] = []

  init(_ world: World, _ settings: RunSettings, _ next: NextCommands, in catalog: Catalog) {
    standardOutput = world.standardOutput
    standardError = world.standardError
    terminal = world.terminal
    self.settings = settings
    self.next = next
    self.catalog = catalog
    isJSON = settings.wantsJSON
  }

  // MARK: - Messages

  /// Tells people something at once, and scripts in their result's `warnings`.
  func warn(_ text: Text, _ hint: Hint? = nil) {
    let text = text.brief
    warnings.append([text.english, hint?.text.english].compactMap(\.self).joined(separator: "; "))
    write(line(.warning, text), hint)
  }

  /// As `warn`, for what is no reason to worry.
  func note(_ text: Text) {
    let text = text.brief
    warnings.append(text.english)
    tell(text)
  }

  /// A message beside the result: progress, advice.
  func tell(_ text: Text) {
    write(SafeText.line(text.in(catalog)))
  }

  /// Warns if others can read or change a file with the user's secret.
  func warn(ofExposed file: String) {
    if let exposed = exposure(of: file, holding: "a secret") { warn(exposed.message, exposed.hint) }
  }

  /// Returns what is wrong if others can read or change the user's own file with a secret.
  ///
  /// A group may read the files of systemd.
  func exposure(of file: String, holding secret: Text) -> Diagnosis? {
    var status = stat()
    guard file != "-", stat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_uid == geteuid(), !isOfSystemd(file)
    else { return nil }
    if status.st_mode & 0o022 != 0 { return .exposed(file, holding: secret, "others may change it") }
    return status.st_mode & 0o044 == 0 ? nil : .exposed(file, holding: secret, "others may read it")
  }

  private func isOfSystemd(_ file: String) -> Bool {
    guard let folder = settings.environment["CREDENTIALS_DIRECTORY"], file.hasPrefix(folder + "/") else {
      return false
    }
    return !file.dropFirst(folder.count + 1).contains("/")
  }

  private func write(_ line: String, _ hint: Hint? = nil) {
    if settings.options.quiet || isJSON { return }
    let ways = hint.map(next.completed)?.lines(columns: errorColumns, in: catalog) ?? []
    try? standardError.write(([wrapped(line)] + ways).map { $0 + "\n" }.joined())
  }

  /// How many columns a line of standard error has; nil where it does not go to a terminal.
  private var errorColumns: Int? { standardError.isTerminal ? terminal.columns : nil }

  /// `text` as a line of standard error that begins with `label`.
  func line(_ label: MessageLabel, _ text: Text) -> String {
    let isInColor = settings.colorMode == .always || settings.colorMode == .auto && standardError.isTerminal
    return label.line(SafeText.line(text.in(catalog)), inColor: isInColor, in: catalog)
  }

  /// What went wrong; "no" is an answer, and nothing went wrong.
  private func line(_ label: MessageLabel, _ diagnosis: Diagnosis) -> String {
    guard diagnosis.code == UsherErrorCode.declined.rawValue else { return line(label, diagnosis.message) }
    return SafeText.line(diagnosis.message.sentence(in: catalog))
  }

  /// The width help is wrapped at: that of `COLUMNS`, or of the terminal.
  var width: Int {
    min(max(settings.environment["COLUMNS"].flatMap { Int($0) } ?? columns ?? 80, 40), 120)
  }

  /// `message` for standard error, in a terminal's lines where that is one.
  func wrapped(_ message: String) -> String {
    WrappedText.lines(message, columns: errorColumns)
  }

  // MARK: - The result

  /// How many columns a line of the result has; nil where it does not go to a terminal.
  var columns: Int? { standardOutput.isTerminal ? terminal.columns : nil }

  func writeText(_ text: String) throws {
    try standardOutput.write(text)
  }

  /// Writes a command's one result.
  /// - Parameter destination: where the command went, as far as that is known.
  func write<Result>(_ report: Report<Result>, of command: String, at destination: Destination?) throws {
    let envelope = envelope(command, status: report.status.rawValue, destination)
    try write(
      { envelope.object(around: report.result) }, report.status, report.lines, report.notes,
      isConfirmation: report.isConfirmation, columns: report.isVerbatim ? nil : columns)
  }

  /// Begins a result that is one long list with this name.
  func list(_ name: String, of command: String, at destination: Destination?) throws -> ListOutput {
    let empty = [name: JSONValue.array([])]
    // The beginning and the end of the object around the elements.
    let halves = { [self] in
      let mark = "\"\(name)\":["
      let text = envelope(command, status: ReportStatus.ok.rawValue, destination).object(around: empty).text
      let place = text.firstRange(of: mark)?.upperBound ?? text.endIndex
      return (text[..<place], text[place...])
    }
    if isJSON { try standardOutput.write(String(halves().0)) }
    return ListOutput(
      columns: columns, catalog: catalog, write: { [standardOutput] in try standardOutput.write($0) },
      ending: isJSON ? { String(halves().1) } : nil)
  }

  private func write(
    _ object: () -> JSONValue, _ status: ReportStatus, _ lines: [Text], _ notes: [Text],
    isConfirmation: Bool, columns: Int?
  ) throws {
    if let path = settings.options.field {
      guard let value = FieldPath(path).value(in: object()) else {
        exitStatus = ExitCode.failure.rawValue
        return tell("this result has no \(path); its status is \(status.rawValue)")
      }
      // Exact for programs; a terminal would obey what a stranger wrote into a name.
      try standardOutput.write((standardOutput.isTerminal ? SafeText.line(value.bare) : value.bare) + "\n")
    } else if isJSON {
      try standardOutput.write(object().text + "\n")
    } else if !(settings.options.quiet && isConfirmation) {
      try standardOutput.write(
        lines.map { WrappedText.lines(SafeText.line($0.in(catalog)), columns: columns) + "\n" }.joined())
      for note in notes { tell(note) }
    }
    if status == .moreNeeded { exitStatus = ExitCode.moreNeeded.rawValue }
  }

  private func envelope(_ command: String?, status: String, _ destination: Destination?) -> Envelope {
    Envelope(
      command: command, status: status, profile: destination?.profile, endpoint: destination?.name,
      warnings: warnings)
  }

  // MARK: - A failure

  /// Writes a failure to standard error, whatever else is to be quiet.
  /// - Parameter destination: where the command went, as far as that is known.
  func tell(of diagnosis: Diagnosis, command: String?, usage: String? = nil, at destination: Destination?) {
    let diagnosis = next.completed(diagnosis.told(at: destination))
    let text =
      if isJSON {
        envelope(command, status: "error", destination).object(around: diagnosis.result).text
      } else {
        // A line each: foreign text in one must not look like another.
        ([line(.error, diagnosis), usage.map { SafeText.line(Text("usage: \($0)").in(catalog)) }]
          .compactMap(\.self).map(wrapped) + (diagnosis.hint?.lines(columns: errorColumns, in: catalog) ?? []))
          .joined(
            separator: "\n")
      }
    try? standardError.write(text + "\n")
  }
}

extension Diagnosis {
  /// As scripts are told.
  fileprivate var result: ErrorResult {
    ErrorResult(
      error: .init(
        code: code, exit: exit.rawValue, message: message.english, serverCode: serverCode,
        retry: retry.rawValue,
        retryAfter: retryAfter, triesLeft: triesLeft, hint: hint?.text.english,
        nextStep: nextStep))
  }
}

/// A list as a result that is written while its elements arrive, in constant memory.
final class ListOutput {
  private let write: (String) throws -> Void
  private let columns: Int?
  private let catalog: Catalog
  /// The text of the JSON object after the elements, or nil for people.
  private let ending: (() -> String)?
  private(set) var count = 0

  /// - Parameter ending: Returns the text of the JSON object after the elements; nil for people.
  init(columns: Int?, catalog: Catalog, write: @escaping (String) throws -> Void, ending: (() -> String)?) {
    self.write = write
    self.columns = columns
    self.catalog = catalog
    self.ending = ending
  }

  /// Adds elements with their lines for people.
  func add(_ elements: [(result: some Encodable, line: Text)]) throws {
    var text = ""
    for element in elements {
      if ending == nil {
        text += WrappedText.lines(SafeText.line(element.line.in(catalog)), columns: columns) + "\n"
      } else {
        text += (count == 0 ? "" : ",") + ResultEncoder.json(of: element.result).text
      }
      count += 1
    }
    if !text.isEmpty { try write(text) }
  }

  /// Writes the end of the object, with the warnings of the run.
  func finish() throws {
    if let ending { try write(ending() + "\n") }
  }
}

/// The word that a message on standard error begins with.
enum MessageLabel {
  case error, warning

  /// The message with the word before it.
  func line(_ message: String, inColor: Bool, in catalog: Catalog) -> String {
    let line = text(message).in(catalog)
    guard inColor else { return line }
    let style =
      switch self {
      case .error: "1;31"
      case .warning: "33"
      }
    // The word alone is in colour: what follows may come from elsewhere.
    let word = text("").in(catalog).split(separator: " ").joined(separator: " ")
    return "\u{1B}[\(style)m\(word)\u{1B}[0m\(line.dropFirst(word.count))"
  }

  private func text(_ message: String) -> Text {
    switch self {
    case .error: "error: \(message)"
    case .warning: "warning: \(message)"
    }
  }
}
