/// Reads JSON from others: bodies, tokens' payloads, files, arguments, and text inside other JSON.
///
/// All JSON is decoded here. The decoder needs stack for each level of nesting, and the thread of a connection has
/// little. So the depth of a text is checked first.
package struct JSONReader: Sendable {
  package enum Problem: Error, Sendable {
    case tooDeep
    /// The text is not JSON, or does not have the expected form.
    case malformed(any Error)
  }

  /// The maximum depth. The service's answers do not reach half of it.
  package static let deepest = 32

  /// A reader that does not change keys or dates.
  package static let plain = JSONReader()

  // A decoder keeps no state between calls, and creating one costs more than using it.
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

  /// Returns the maximum depth of nested objects and arrays.
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
    // JSON is UTF-8, but the decoder also accepts UTF-16 and UTF-32. There, these bytes have other meanings.
    if hasZero {
      throw .malformed(
        DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "a zero byte")))
    }
    return most
  }
}

extension [any CodingKey] {
  /// The path of a value, for example `profiles.work.bindings[0].project`.
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
