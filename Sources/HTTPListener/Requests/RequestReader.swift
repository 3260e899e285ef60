internal import Essentials

/// A strict reader of requests, by RFC 9112.
///
/// Other parsers between the peer and this server might understand everything outside its grammar in another way.
struct RequestReader<Source: ByteSource> {
  private var input: Input<Source>
  private let headLimit: Int
  /// The limit may change between requests.
  var bodyLimit: Int

  init(_ source: Source, headLimit: Int, bodyLimit: Int) {
    input = Input(source, size: headLimit)
    self.headLimit = headLimit
    self.bodyLimit = bodyLimit
  }

  /// Whether all received bytes are read.
  var isEmpty: Bool { input.isEmpty }

  /// Waits for the first bytes of the next request.
  mutating func waitForMore() throws(ReceiveFailure) {
    try input.receive()
  }

  mutating func head() throws(ReceiveFailure) -> RequestHead {
    var left = headLimit
    var start: String
    // Some clients send an extra line end after a body.
    repeat {
      start = try input.line(within: &left, else: .targetTooLong)
    } while start.isEmpty
    let fields = try fields(within: &left)
    do throws(Refusal) {
      return try RequestHead(start: start, fields: fields)
    } catch {
      throw .refused(error)
    }
  }

  /// Returns the lines up to an empty one.
  private mutating func fields(within left: inout Int) throws(ReceiveFailure) -> [String] {
    var fields: [String] = []
    while case let line = try input.line(within: &left, else: .headTooLarge), !line.isEmpty {
      fields.append(line)
    }
    return fields
  }

  mutating func body(_ framing: RequestHead.Framing) throws(ReceiveFailure) -> Data {
    var body = Data()
    switch framing {
    case .length(let length): try take(length, into: &body)
    case .chunked:
      while case let size = try chunkSize(), size > 0 {
        try take(size, into: &body)
        var end = 2
        _ = try input.line(within: &end, else: .malformed("chunk"))
      }
      // Nobody here uses fields after the body, but they must be valid.
      var left = headLimit
      let fields = try fields(within: &left)
      do throws(Refusal) {
        for field in fields { _ = try RequestHead.field(field) }
      } catch {
        throw .refused(error)
      }
    }
    return body
  }

  private mutating func take(_ count: Int, into body: inout Data) throws(ReceiveFailure) {
    guard count <= bodyLimit - body.count else { throw .refused(.bodyTooLarge) }
    try input.take(count, into: &body)
  }

  private mutating func chunkSize() throws(ReceiveFailure) -> Int {
    var limit = 256
    let line = try input.line(within: &limit, else: .malformed("chunk"))
    // An extension may follow after a semicolon, but none is in use.
    let digits = line.utf8.prefix { $0 != UInt8(ascii: ";") }
    guard !digits.isEmpty, digits.allSatisfy(\.isHexDigit) else { throw .refused(.malformed("chunk")) }
    guard let size = Int(Substring(digits), radix: 16) else { throw .refused(.bodyTooLarge) }
    return size
  }
}

extension UInt8 {
  fileprivate var isHexDigit: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: "A")...UInt8(ascii: "F"):
      true
    default: false
    }
  }
}
