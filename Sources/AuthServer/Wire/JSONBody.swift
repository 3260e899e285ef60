import Essentials
import HTTP
import IdentityToolkit

/// A reader of request bodies that follows Google's front ends: keys in camel case or snake case, an empty body as
/// `{}`.
enum JSONBody {
  /// - Parameter mostObjects: The maximum number of objects in a body of more than 256 KB. An upload of a thousand
  ///   accounts has a few for each. A parsed object takes a hundred times its size in the text.
  /// - Parameter keepsKeys: Whether keys stay unchanged, because some of them are the client's own.
  static func decode<Body: Decodable>(
    _ data: Data, mostObjects: Int = 50_000, keepsKeys: Bool = false
  ) throws -> Body {
    let data = data.isEmpty ? Data("{}".utf8) : data
    if data.count > largeSize, data.count(where: { $0 == UInt8(ascii: "{") }) > mostObjects {
      throw ServerError.badArgument("The body has more than \(mostObjects) objects.")
    }
    let reader = !keepsKeys && hasSnakeCaseKey(data) ? snakeCase : .plain
    do throws(JSONReader.Problem) {
      return try reader.read(Body.self, from: data)
    } catch {
      // Few clients need this, and it parses the body several times. So only they pay for it.
      if data.count > largeSize { throw ServerError.badJSON(error.summary) }
      return try LooseBody.decode(data, by: reader, after: error)
    }
  }

  /// Only uploads of accounts are larger.
  private static let largeSize = 256 << 10
  private static let snakeCase = JSONReader(keys: .convertFromSnakeCase)

  /// Returns whether a key of any object has an underscore.
  ///
  /// Converting keys would cost every other request as much as decoding it.
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

extension JSONReader.Problem {
  /// A description of the place of the error that does not quote the body.
  var summary: String {
    switch self {
    case .tooDeep: "It is nested too deeply."
    case .malformed(DecodingError.typeMismatch(_, let context)),
      .malformed(DecodingError.valueNotFound(_, let context)):
      "/" + context.codingPath.map(\.stringValue).joined(separator: "/") + " has the wrong type."
    case .malformed: "It cannot be parsed."
    }
  }
}
