package import Essentials
import IdentityToolkit

/// The format of all saved data: sorted members, times as in RFC 3339, and a newline at the end.
package enum StateJSON {
  /// The reason why data could not be read, without any of its content.
  package struct Malformed: Error, Equatable, Sendable {
    package let reason: String
  }

  package static func data(_ value: some Encodable) -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .custom { date, encoder in
      var value = encoder.singleValueContainer()
      try value.encode(date.rfc3339)
    }
    do {
      return try encoder.encode(value) + [UInt8(ascii: "\n")]
    } catch {
      // Foundation's description quotes the value, with the tokens.
      fatalError("a \(type(of: value)) that JSON cannot express is to be saved")
    }
  }

  package static func value<T: Decodable>(_ type: T.Type, from data: Data) throws(Malformed) -> T {
    do {
      return try reader.read(type, from: data)
    } catch {
      throw Malformed(error)
    }
  }

  static let reader = JSONReader(
    dates: .custom { decoder in
      let value = try decoder.singleValueContainer()
      guard let date = Date(rfc3339: try value.decode(String.self)) else {
        throw DecodingError.dataCorruptedError(in: value, debugDescription: "")
      }
      // Older versions wrote fractions of a millisecond. They are dropped, because new ones do not write them.
      return Date(milliseconds: date.milliseconds)
    })
}

extension StateJSON.Malformed {
  // The rest of Foundation's description may quote the data, with the tokens.
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

  private static let notJSON = "it is not JSON of the expected form"
}
