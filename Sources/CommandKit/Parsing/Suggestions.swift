extension CommandTable {
  /// The error for `words`, which name no command, group or topic.
  /// - Parameter line: What was typed after the group.
  package func unknownCommand(_ words: String, after group: String = "", in line: [String] = []) -> UsageError
  {
    .unknownCommand(
      group.isEmpty ? words : group + " " + words,
      suggestions: suggestions(for: words, after: group, in: line))
  }

  /// The commands that may have been meant by `word` after `group`.
  package func suggestions(for word: String, after group: String, in line: [String] = []) -> [String] {
    let beginning = group.isEmpty ? "" : group + " "
    if let synonym = synonyms[beginning + word] { return [synonym] }
    let deeper = group.isEmpty ? commandsBelow(word, in: line) : []
    if !deeper.isEmpty { return deeper }
    let names = commandNames.filter { $0.hasPrefix(beginning) }
    var next: [String] = []
    for name in names.map({ String($0.dropFirst(beginning.count).prefix { $0 != " " }) })
    where !next.contains(name) {
      next.append(name)
    }
    let nearest = next.nearest(to: word).map { beginning + $0 }
    return nearest.isEmpty ? Array(names.filter { $0.hasSuffix(" " + word) }.prefix(3)) : nearest
  }

  /// The commands below `topic` that have an option like `option`, which `topic` itself does not have.
  func suggestions(for option: String, below topic: Topic) -> [String] {
    let typed = String(option.drop { $0 == "-" })
    let lines = commandNames.filter { $0.hasPrefix(topic.path + " ") }.flatMap { name -> [String] in
      let options = command(name).map { CommandDescription($0, withFields: false).arguments } ?? []
      return options.filter(\.isOption).map(\.name).nearest(to: typed).map { "\(self.name) \(name) --\($0)" }
    }
    return Array(lines.prefix(3))
  }

  /// The commands that are called `word` in a group, and go on as `line` does.
  private func commandsBelow(_ word: String, in line: [String]) -> [String] {
    let rest = line.drop { $0 != word }.dropFirst()
    var found: [String] = []
    for name in commandNames {
      let words = name.split(separator: " ").prefix(2).map(String.init)
      guard words.count == 2, words[1] == word else { continue }
      let path = path(in: words + rest).name
      if !found.contains(path) { found.append(path) }
    }
    return Array(found.prefix(3))
  }
}

extension [String] {
  /// The elements at the smallest edit distance from `word`, at most 2; else those that it abbreviates, or of which it
  /// is the last word. Two slips in a short word make it another one.
  package func nearest(to word: String) -> [String] {
    let limit = Swift.min(word.count < 5 ? 1 : 2, word.count - 1)
    let measured = compactMap { name in
      name.editDistance(to: word, limit: limit).map { (name: name, distance: $0) }
    }
    if let least = measured.map(\.distance).min() {
      return measured.filter { $0.distance == least }.map(\.name)
    }
    if word.count < 3 { return [] }
    let abbreviated = filter { $0.hasPrefix(word) }
    return Array((abbreviated.isEmpty ? filter { $0.hasSuffix("-" + word) } : abbreviated).prefix(3))
  }

  /// "a", "a or b", "a, b or c".
  package func joined(separator: String, last: String) -> String {
    count < 2 ? joined() : dropLast().joined(separator: separator) + last + self[count - 1]
  }
}

extension String {
  /// The Damerau-Levenshtein distance (insert, delete, replace, swap neighbours); nil if above `limit`.
  func editDistance(to other: String, limit: Int) -> Int? {
    let (a, b) = (Array(utf8), Array(other.utf8))
    guard abs(a.count - b.count) <= limit else { return nil }
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var least = Swift.min(last[j] + (a[i] == b[j] ? 0 : 1), last[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          least = Swift.min(least, beforeLast[j - 1] + 1)
        }
        row.append(least)
      }
      (beforeLast, last) = (last, row)
    }
    return last[b.count] <= limit ? last[b.count] : nil
  }
}
