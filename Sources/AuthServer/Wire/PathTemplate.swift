/// A path in which names in braces stand for ids: `/v1/projects/{project}/accounts:lookup`.
struct PathTemplate: Hashable, Sendable {
  private enum Segment: Hashable {
    case literal(String)
    /// An id, and what follows it in the segment, a method's colon and name say.
    case id(name: String, suffix: String)
  }

  private let segments: [Segment]

  /// How many segments it has.
  var count: Int { segments.count }

  /// Nil for a path without placeholders.
  init?(_ path: String) {
    segments = Self.segments(of: path).map { segment in
      guard segment.first == "{", let end = segment.firstIndex(of: "}") else {
        return .literal(String(segment))
      }
      let name = segment[segment.index(after: segment.startIndex)..<end]
      return .id(name: String(name), suffix: String(segment[segment.index(after: end)...]))
    }
    guard segments.contains(where: { if case .id = $0 { true } else { false } }) else { return nil }
  }

  /// The names of the placeholders, in order.
  var names: [String] {
    segments.compactMap { if case .id(let name, _) = $0 { name } else { nil } }
  }

  /// In bytes: searching a string by its characters would cost more than the rest of the way to an operation.
  static func segments(of path: String) -> [Substring] {
    path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map(Substring.init)
  }

  /// The ids in a path, by their names; nil for a path of another form.
  func names(in path: [Substring]) -> [String: String]? {
    guard path.count == segments.count else { return nil }
    var names: [String: String] = [:]
    for (segment, text) in zip(segments, path) {
      switch segment {
      case .literal(let literal):
        guard text == literal else { return nil }
      case .id(let name, let suffix):
        guard text.hasSuffix(suffix) else { return nil }
        let id = text.dropLast(suffix.count)
        guard !id.isEmpty, !id.utf8.contains(UInt8(ascii: ":")) else { return nil }
        names[name] = String(id)
      }
    }
    return names
  }
}
