import Foundation

/// What a program must find; otherwise it ends, and says where.
func expect(_ condition: Bool, _ text: String = "", file: String = #fileID, line: Int = #line) throws {
  if !condition { throw Disappointment(place: "\(file):\(line)", text: text) }
}

/// The value that a program must find.
func found<Value>(_ value: Value?, file: String = #fileID, line: Int = #line) throws -> Value {
  guard let value else { throw Disappointment(place: "\(file):\(line)", text: "nothing there") }
  return value
}

struct Disappointment: Error, CustomStringConvertible {
  let place: String
  let text: String

  var description: String { "\(place): not as expected \(text)" }
}
