package import Essentials
import IdentityToolkit

/// The format of all saved data: sorted members, times as in RFC 3339, and a newline at the end.
package enum StateJSON {
  /// The reason why data could not be read, without any of its content.
  package struct Malformed: Error, Equatable, Sendable {
    package let reason: Text
  }

  package static func data(_ value: some Encodable) -> Data {
    guard let data = JSONWriter.fileData(value, dates: .rfc3339) else {
      fatalError("a \(type(of: value)) that JSON cannot express is to be saved")
    }
    return data
  }

  package static func value<T: Decodable>(_ type: T.Type, from data: Data) throws(Malformed) -> T {
    do {
      return try reader.read(type, from: data)
    } catch {
      throw Malformed(error)
    }
  }

  // Older versions wrote fractions of a millisecond. They are dropped, because new ones do not write them.
  static let reader = JSONReader(dates: .rfc3339)
}

extension StateJSON.Malformed {
  init(_ problem: JSONReader.Problem) {
    reason =
      switch problem {
      case .malformed(DecodingError.keyNotFound(let key, let context)):
        "\((context.codingPath + [key]).place) is missing"
      case .malformed(DecodingError.valueNotFound(_, let context)),
        .malformed(DecodingError.typeMismatch(_, let context)),
        .malformed(DecodingError.dataCorrupted(let context)):
        context.codingPath.isEmpty ? Self.notJSON : "\(context.codingPath.place) is not valid"
      case .malformed, .tooDeep: Self.notJSON
      }
  }

  private static let notJSON: Text = "it is not JSON of the expected form"
}
