import Essentials

/// Stores words through a set's arguments, one by one.
///
/// The first error is kept, and reading goes on: what can still be understood is.
struct ArgumentParser<Target: ArgumentSet> {
  private(set) var target = Target()
  private(set) var failure: UsageError?
  /// What each word was taken for, also where the line is wrong.
  private(set) var uses: [WordUse] = []
  private let arguments = Target.arguments
  private let refused: [RefusedOption]
  private let surplus: (String) -> UsageError
  private var given: Set<String> = []
  /// What stands so far for an argument in groups.
  private var groups: String?

  /// - Parameter surplus: the error that a word without an argument to store it is.
  init(
    failure: UsageError? = nil, refused: [RefusedOption] = [], surplus: @escaping (String) -> UsageError
  ) {
    self.failure = failure
    self.refused = refused
    self.surplus = surplus
  }

  mutating func parse(_ words: [String]) {
    var remaining = words[...]
    while let word = remaining.popFirst() {
      switch Word(word) {
      case .plain: parseOperand(word)
      case .long(let name, let value): parseLong(name, value, &remaining)
      case .short(let cluster): parseShort(cluster, &remaining)
      case .terminator:
        let rest = arguments.first { $0.description.kind == .rest }
        for word in remaining {
          if let rest { store(word, rest) } else { parseOperand(word) }
        }
        remaining = []
      }
    }
    let missing = arguments.first { $0.description.isRequired && !given.contains($0.description.spelling) }
    if let missing { record(.missingArgument(missing.description.spelling, isRest: missing.isRest)) }
    if let error = combinationError { record(error) }
  }

  /// The first argument that does not go with the others.
  private var combinationError: UsageError? {
    let used = arguments.map(\.description).filter { given.contains($0.spelling) }
    for argument in used where argument.excluded.contains(where: given.contains) {
      let group = arguments.map(\.description.spelling).filter {
        $0 == argument.spelling || argument.excluded.contains($0)
      }
      return .misuse("\(Text(allOf: group)) cannot be used together")
    }
    for argument in used {
      if let needed = argument.needed, !given.contains(needed) {
        return .misuse("\(argument.spelling) goes with \(needed)")
      }
    }
    return nil
  }

  private mutating func parseOperand(_ word: String) {
    let free = arguments.first {
      $0.description.kind == .positional
        && ($0.description.repeats || !given.contains($0.description.spelling))
    }
    if let free {
      store(word, free)
      if let isWhole = free.isWhole, Self.isGroup(word), !isWhole(word) { groups = word }
    } else if let groups, Self.isGroup(word), word.first != "+",
      let number = arguments.first(where: { $0.isWhole != nil })
    {
      let joined = groups + " " + word
      self.groups = joined
      given.remove(number.description.spelling)
      if let index = uses.lastIndex(of: .value(groups, of: number.description)) { uses.remove(at: index) }
      store(joined, number)
    } else if arguments.contains(where: \.isRest) {
      uses.append(.surplus(word))
      record(.unexpectedArgument(word, suggestions: [], isRest: true))
    } else {
      uses.append(.surplus(word))
      record(surplus(word))
    }
  }

  private mutating func parseLong(_ name: String, _ value: String?, _ remaining: inout ArraySlice<String>) {
    let option = arguments.first { $0.description.isOption && $0.description.name == name }
    guard let option else {
      let nearest = nearest(to: name)
      uses.append(.unknownOption(nearest: nearest, value: value))
      return record(unknown("--" + name, named: name, nearest))
    }
    if option.description.kind == .option {
      storeValue(value ?? next(&remaining), option, before: remaining)
    } else if let value {
      uses.append(.surplus(value))
      record(.unexpectedValue(option: option.description.spelling))
    } else {
      store(nil, option)
    }
  }

  private mutating func parseShort(_ cluster: Substring, _ remaining: inout ArraySlice<String>) {
    var cluster = cluster
    while let letter = cluster.popFirst() {
      guard let option = arguments.first(where: { $0.description.short == letter }) else {
        uses.append(.unknownOption(nearest: [], value: String(cluster)))
        return record(unknown("-\(letter)", named: String(letter), []))
      }
      if option.description.kind == .flag {
        store(nil, option)
      } else {
        let attached = cluster.first == "=" ? cluster.dropFirst() : cluster
        return storeValue(
          cluster.isEmpty ? next(&remaining) : String(attached), option, before: remaining)
      }
    }
  }

  /// Takes the next word unless it is, or looks like, an option.
  private func next(_ remaining: inout ArraySlice<String>) -> String? {
    guard let word = remaining.first, Word(word) == .plain else { return nil }
    return remaining.removeFirst()
  }

  private mutating func storeValue(
    _ value: String?, _ option: Argument<Target>, before remaining: ArraySlice<String>
  ) {
    let description = option.description
    if value != nil || description.isValueOptional { return store(value, option) }
    record(
      .missingValue(
        option: description.spelling, value: description.value ?? "", before: remaining.first))
  }

  private mutating func store(_ word: String?, _ argument: Argument<Target>) {
    if let word { uses.append(.value(word, of: argument.description)) }
    assign(word, argument)
  }

  private mutating func assign(_ word: String?, _ argument: Argument<Target>) {
    let description = argument.description
    let isNew = given.insert(description.spelling).inserted
    guard isNew || description.repeats else { return record(.repeatedOption(description.spelling)) }
    do throws(InvalidValue) {
      try argument.store(&target, word)
    } catch {
      record(.invalidValue(word ?? "", argument: description.spelling, reason: error.reason))
    }
  }

  /// Whether a word has nothing but digits and the marks between them, and is no option.
  private static func isGroup(_ word: String) -> Bool {
    word.first != "-" && word.utf8.contains { (0x30...0x39).contains($0) }
      && word.utf8.allSatisfy { (0x30...0x39).contains($0) || "+()-./ ".utf8.contains($0) }
  }

  /// The options that may be meant by `name`.
  private func nearest(to name: String) -> [ArgumentDescription] {
    let options = arguments.map(\.description).filter(\.isOption)
    let names = options.map(\.name).nearest(to: name)
    return options.filter { names.contains($0.name) }
  }

  private func unknown(_ option: String, named name: String, _ nearest: [ArgumentDescription]) -> UsageError {
    let meant = refused.filter { $0.name == name && isMeant($0) }
    // Advice about an argument of this command is nearer than what every command is told.
    if let refused = meant.first(where: { $0.argument != nil }) ?? meant.first {
      return .refusedOption(option, advice: refused.advice)
    }
    return .unknownOption(
      option, suggestions: nearest.map(\.spelling),
      isRest: arguments.contains { $0.isRest && $0.description.isRequired })
  }

  private func isMeant(_ refused: RefusedOption) -> Bool {
    guard let argument = refused.argument else { return true }
    return arguments.contains { $0.description.spelling == argument }
  }

  private mutating func record(_ error: UsageError) {
    failure = failure ?? error
  }
}

extension Argument {
  fileprivate var isRest: Bool { description.kind == .rest }
}
