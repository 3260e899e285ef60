extension JSONValue {
  /// Returns the value at a path of names, or nil if there is none.
  package func value(at path: ArraySlice<String>) -> JSONValue? {
    guard let name = path.first else { return self }
    return self[name]?.value(at: path.dropFirst())
  }

  /// Sets the value at `path`, and creates the objects on the way.
  ///
  /// Nil removes it.
  package mutating func set(_ value: JSONValue?, at path: ArraySlice<String>) {
    guard let name = path.first else { return }
    if path.count == 1 {
      self[name] = value
    } else if value != nil || self[name]?.members != nil {
      var inner = self[name] ?? .object([])
      inner.set(value, at: path.dropFirst())
      self[name] = inner
    }
  }
}
