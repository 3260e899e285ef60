import Essentials
import IdentityToolkit

/// A body that has a number where text belongs, or one value where a list does: Google's front ends take them.
enum LooseBody {
  /// Reads `data` with such values in their right form.
  /// - Parameter problem: what reading it as it stands came to.
  static func decode<Body: Decodable>(
    _ data: Data, by reader: JSONReader, after problem: JSONReader.Problem
  ) throws -> Body {
    guard var body = try? reader.read(JSONValue.self, from: data) else {
      throw ServerError.badJSON(problem.summary)
    }
    var problem = problem
    for _ in 0..<mostRepairs {
      guard case .malformed(DecodingError.typeMismatch(let type, let context)) = problem,
        body.repair(at: context.codingPath[...], as: type)
      else { break }
      do throws(JSONReader.Problem) {
        return try JSONReader.plain.read(Body.self, from: Data(body.text.utf8))
      } catch {
        problem = error
      }
    }
    throw ServerError.badJSON(problem.summary)
  }

  /// More than any request has fields; lists of what is wrong are not worth the work.
  private static let mostRepairs = 16
}

extension JSONValue {
  /// Gives the value at `path` the form that is asked for; false where it cannot have that.
  fileprivate mutating func repair(at path: ArraySlice<any CodingKey>, as type: any Any.Type) -> Bool {
    guard let key = path.first else { return takeForm(of: type) }
    switch self {
    case .object(var members):
      guard let index = members.firstIndex(where: { $0.name == key.stringValue }),
        members[index].value.repair(at: path.dropFirst(), as: type)
      else { return false }
      self = .object(members)
    case .array(var elements):
      guard let index = key.intValue, elements.indices.contains(index),
        elements[index].repair(at: path.dropFirst(), as: type)
      else { return false }
      self = .array(elements)
    default: return false
    }
    return true
  }

  private mutating func takeForm(of type: any Any.Type) -> Bool {
    switch self {
    case .integer, .number: self = type == String.self ? .string(text) : .array([self])
    case .string where type != String.self: self = .array([self])
    default: return false
    }
    return true
  }
}
