import CommandKit
import Essentials
import LibC

@testable import UsherTool

extension FuzzTarget {
  /// Checks the words of a command line; each ends in a NUL, as the system passes them.
  static let arguments = FuzzTarget(name: "argv") { bytes in
    let words = bytes.split(separator: 0, omittingEmptySubsequences: false)
    let pointers = [strdup("usher")] + words.map { strdup(Array($0) + [0]) }
    defer { for pointer in pointers { free(pointer) } }
    let line = CommandWords(argumentCount: CInt(pointers.count), arguments: pointers)
    demand(line.words == words.map { String(decoding: $0, as: UTF8.self) }, "other words")
    let isText = words.allSatisfy { String(validating: $0, as: UTF8.self) != nil }
    demand((line.malformed == nil) == isText, "bytes that are no text")

    let parsed = Tool.commands.parse(line)
    let options = line.words.prefix { $0 != "--" }
    if options.contains("--help") {
      switch parsed.outcome {
      case .help: break
      case .failure(let error): demand(error.isUnknownCommand, "no help")
      case .run, .version: fatalError("no help")
      }
    }
    switch parsed.outcome {
    case .run: demand(isText && parsed.command != nil, "a command of no words")
    case .failure(let error):
      let explanation = Tool.commands.explanation(of: error, at: parsed.topic)
      demand(!explanation.message.isEmpty, "a mistake without words")
      demand(explanation.usage.hasPrefix("usher "), "no usage")
      demand(!explanation.hint.text.isEmpty, "no hint")
    case .help, .version: break
    }
  }
}

private func strdup(_ bytes: [UInt8]) -> UnsafeMutablePointer<CChar>? {
  bytes.withUnsafeBytes { LibC.strdup($0.bindMemory(to: CChar.self).baseAddress!) }
}
