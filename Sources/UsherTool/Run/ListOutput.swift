import Essentials
import IdentityToolkit
import TerminalIO

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
