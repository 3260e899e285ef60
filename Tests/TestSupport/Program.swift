import Foundation

/// A program that is run to its end, with what it prints.
package struct Program {
  private let arguments: [String]

  package init(_ arguments: String...) {
    self.arguments = arguments
  }

  /// Output and errors together, without colours, as no terminal is there.
  package func run(input: String = "", in folder: String? = nil) throws -> String {
    let process = Process()
    let (standardInput, output) = (Pipe(), Pipe())
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    process.currentDirectoryURL = folder.map { URL(filePath: $0) }
    process.standardInput = standardInput
    process.standardOutput = output
    process.standardError = output
    try process.run()
    try standardInput.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try standardInput.fileHandleForWriting.close()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }
}
