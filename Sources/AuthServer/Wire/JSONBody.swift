import Essentials
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
    let body: JSONValue
    do throws(JSONReader.Problem) {
      body = try JSONReader.value(of: data)
    } catch {
      throw ServerError.badJSON(error.summary)
    }
    let isSnakeCase = !keepsKeys && body.hasSnakeCase
    do throws(JSONReader.Problem) {
      return try JSONReader(isSnakeCase: isSnakeCase).read(Body.self, from: body)
    } catch {
      // Few clients need this, and it reads the body several times. So only they pay for it.
      if data.count > largeSize { throw ServerError.badJSON(error.summary) }
      return try LooseBody.decode(isSnakeCase ? body.inCamelCase : body, after: error)
    }
  }

  /// Only uploads of accounts are larger.
  private static let largeSize = 256 << 10
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
