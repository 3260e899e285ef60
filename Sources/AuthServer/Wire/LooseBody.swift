import Essentials
import IdentityToolkit

/// A body with a number in place of text or the other way round, or one value in place of a list.
///
/// Google's front ends accept these.
enum LooseBody {
  /// Reads `body` with such values converted to the right form.
  ///
  /// - Parameter problem: The error from reading it unchanged.
  static func decode<Body: Decodable>(
    _ body: JSONValue, after problem: JSONReader.Problem
  ) throws -> Body {
    var (body, problem) = (body, problem)
    for _ in 0..<mostRepairs {
      guard case .malformed(DecodingError.typeMismatch(let type, let context)) = problem,
        body.repair(at: context.codingPath[...], as: type)
      else { break }
      do throws(JSONReader.Problem) {
        return try JSONReader.plain.read(Body.self, from: body)
      } catch {
        problem = error
      }
    }
    throw ServerError.badJSON(problem.summary, .init(problem, in: body))
  }

  /// No request has more fields than this, and repairing long lists of errors is not worth the work.
  private static let mostRepairs = 16
}

extension JSONValue {
  /// Converts the value at `path` to the expected type.
  ///
  /// Returns false if that is not possible.
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
    case .integer where type == String.self, .number where type == String.self: self = .string(text)
    case .string("true") where type == Bool.self: self = true
    case .string("false") where type == Bool.self: self = false
    case .string(let text) where type == Int.self:
      guard let number = Int64(text) else { return false }
      self = .integer(number)
    case .integer where type == [Any].self, .number where type == [Any].self,
      .string where type == [Any].self:
      self = .array([self])
    default: return false
    }
    return true
  }
}
