import Essentials
import HTTP

/// The time that published keys may be used before the next fetch.
///
/// `Cache-Control` and `Age` of the answer decide (RFC 9111 §4.2), limited to between a minute and a day.
enum KeyLifetime {
  static let least: Duration = .seconds(60)
  static let most: Duration = .seconds(86_400)
  /// The lifetime if the answer does not state one.
  static let unstated: Duration = .seconds(300)

  static func of(_ headers: HTTPHeaders) -> Duration {
    guard let stated = stated(headers) else { return unstated }
    let age = headers["Age"].flatMap(seconds) ?? 0
    return min(max(.seconds(stated - min(age, stated)), least), most)
  }

  /// Returns the stated lifetime in seconds, before the age is subtracted.
  private static func stated(_ headers: HTTPHeaders) -> Int? {
    let field = headers.values(of: "Cache-Control").joined(separator: ",").asciiLowercased()
    let directives = field.split(separator: ",").map { part in part.drop { $0 == " " } }
    if directives.contains(where: { $0.hasPrefix("no-store") || $0.hasPrefix("no-cache") }) { return 0 }
    for directive in directives where directive.hasPrefix("max-age=") {
      return seconds(directive.dropFirst(8))
    }
    return nil
  }

  /// Parses a number of seconds.
  ///
  /// A number that is too large counts as the maximum.
  private static func seconds(_ text: some StringProtocol) -> Int? {
    let digits = text.utf8.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\"") }
    guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return digits.count > 9 ? 1 << 31 : digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }
}
