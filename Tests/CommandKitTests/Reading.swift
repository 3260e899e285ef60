import CommandKit

/// A parsed line as a value that can be compared whole.
enum Reading<C: Equatable>: Equatable {
  case run(C, PortGlobals)
  case help(Topic, PortGlobals)
  case version(PortGlobals)
  case failure(UsageError, Topic, PortGlobals)
  /// Another command than the expected one.
  case other(String)
}

func read<C: Command<Void> & Equatable>(_ command: C.Type, _ words: String...) -> Reading<C> {
  reading(port.parse(words))
}

/// Reads a line that runs nothing.
func read(_ words: String...) -> Reading<Log> {
  reading(port.parse(words))
}

func reading<C: Equatable>(_ parsed: Parsed<Void, PortGlobals>) -> Reading<C> {
  switch parsed.outcome {
  case .run(let command):
    (command as? C).map { .run($0, parsed.globals) } ?? .other("\(command)")
  case .help: .help(parsed.topic, parsed.globals)
  case .version: .version(parsed.globals)
  case .failure(let error): .failure(error, parsed.topic, parsed.globals)
  }
}

/// A new value, changed.
func make<T: ArgumentSet>(_ type: T.Type = T.self, _ change: (inout T) -> Void = { _ in }) -> T {
  var value = T()
  change(&value)
  return value
}

let noGlobals = PortGlobals()
let json = make(PortGlobals.self) { $0.json = true }
