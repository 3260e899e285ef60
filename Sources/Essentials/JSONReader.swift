/// Reads JSON that others wrote: bodies, tokens' payloads, files, arguments, text inside other JSON.
///
/// The one place that decodes it. Decoding takes stack for each level of nesting, and a connection's thread has
/// little, so how deep a text goes is found out first.
package struct JSONReader: Sendable {
  package enum Problem: Error, Sendable {
    case tooDeep
    /// Not JSON, or not of the form that was asked for.
    case malformed(any Error)
  }

  /// Nothing of the service's goes half as deep.
  package static let deepest = 32

  /// With keys and dates as they stand.
  package static let plain = JSONReader()

  // Coders keep no state between calls; making one costs more than using it.
  private let decoder: JSONDecoder

  package init(
    keys: JSONDecoder.KeyDecodingStrategy = .useDefaultKeys,
    dates: JSONDecoder.DateDecodingStrategy = .deferredToDate
  ) {
    decoder = JSONDecoder()
    decoder.keyDecodingStrategy = keys
    decoder.dateDecodingStrategy = dates
  }

  package func read<Value: Decodable>(
    _ type: Value.Type, from text: Data
  ) throws(Problem) -> Value {
    let depth = try Self.depth(of: text)
    guard depth <= Self.deepest else { throw .tooDeep }
    do {
      return try decoder.decode(type, from: text)
    } catch {
      throw .malformed(error)
    }
  }

  package func read<Value: Decodable>(
    _ type: Value.Type, from text: String
  ) throws(Problem) -> Value {
    try read(type, from: Data(text.utf8))
  }

  /// How many objects and arrays stand in one another, at the most.
  private static func depth(of text: Data) throws(Problem) -> Int {
    var (depth, most) = (0, 0)
    var (isInString, isEscaped, hasZero) = (false, false, false)
    text.withUnsafeBytes { bytes in
      for byte in bytes {
        switch byte {
        case _ where isEscaped: isEscaped = false
        case UInt8(ascii: "\\"): isEscaped = isInString
        case UInt8(ascii: "\""): isInString.toggle()
        case UInt8(ascii: "{") where !isInString, UInt8(ascii: "[") where !isInString:
          depth += 1
          most = max(most, depth)
        case UInt8(ascii: "}") where !isInString, UInt8(ascii: "]") where !isInString: depth -= 1
        case 0: hasZero = true
        default: break
        }
      }
    }
    // The decoder would take UTF-16 and UTF-32 too, where these bytes mean something else; JSON is UTF-8.
    if hasZero {
      throw .malformed(
        DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "a zero byte")))
    }
    return most
  }
}

extension [any CodingKey] {
  /// Where a value stands: `profiles.work.bindings[0].project`.
  package var place: String {
    reduce(into: "") { place, key in
      if let index = key.intValue {
        place += "[\(index)]"
      } else {
        place += place.isEmpty ? key.stringValue : "." + key.stringValue
      }
    }
  }
}
