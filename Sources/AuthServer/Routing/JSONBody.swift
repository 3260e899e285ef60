import Essentials
import HTTP
import IdentityToolkit

/// Request bodies as Google's front ends read them: keys in camel case or snake case, an empty body as `{}`.
enum JSONBody {
  static func decode<Body: Decodable>(_ data: Data) throws -> Body {
    let data = data.isEmpty ? Data("{}".utf8) : data
    guard depth(of: data) <= deepest else { throw ServerError.badJSON("It is nested too deeply.") }
    do {
      return try (hasSnakeCaseKey(data) ? snakeCase : camelCase).decode(Body.self, from: data)
    } catch let error as DecodingError {
      throw ServerError.badJSON(error.summary)
    }
  }

  /// Nothing of the service's is half as deep, and decoding takes stack for each level.
  private static let deepest = 32

  /// How many objects and arrays stand in one another, at the most.
  private static func depth(of data: Data) -> Int {
    var (depth, most) = (0, 0)
    var isInString = false
    var isEscaped = false
    for byte in data {
      if isEscaped {
        isEscaped = false
      } else if isInString {
        isEscaped = byte == UInt8(ascii: "\\")
        isInString = byte != UInt8(ascii: "\"")
      } else if byte == UInt8(ascii: "\"") {
        isInString = true
      } else if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
        depth += 1
        most = max(most, depth)
      } else if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") {
        depth -= 1
      }
    }
    return most
  }

  // Coders keep no state between calls; making one costs more than using it.
  private static let camelCase = JSONDecoder()
  private static let snakeCase: JSONDecoder = {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return decoder
  }()

  /// Whether a key of any object holds an underscore. Converting keys would cost every other request as much
  /// as decoding it.
  private static func hasSnakeCaseKey(_ data: Data) -> Bool {
    data.withUnsafeBytes { bytes in
      var hasUnderscore = false
      var isInString = false
      var isAfterString = false
      var index = 0
      while index < bytes.count {
        switch bytes[index] {
        case UInt8(ascii: "\\") where isInString: index += 1
        case UInt8(ascii: "\""):
          isAfterString = isInString
          isInString.toggle()
          if isInString { hasUnderscore = false }
        case UInt8(ascii: "_") where isInString: hasUnderscore = true
        case UInt8(ascii: ":") where isAfterString && hasUnderscore: return true
        case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): break
        default: if !isInString { isAfterString = false }
        }
        index += 1
      }
      return false
    }
  }
}

extension DecodingError {
  /// Where a body is wrong, without quoting it.
  fileprivate var summary: String {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      "/" + context.codingPath.map(\.stringValue).joined(separator: "/") + " has the wrong type."
    default: "It cannot be parsed."
    }
  }
}
