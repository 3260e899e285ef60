import Essentials
import HTTP
import Testing

@testable import HTTPListener

@Suite struct RequestReaderTests {
  private static let requests = [
    "GET /a?b=c HTTP/1.1\r\nHost: localhost\r\nX-Empty:\r\nX-Blank: \t a b \t\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\n{\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: Chunked\r\n\r\n"
      + "3\r\nabc\r\n00a;x=\"y\"\r\n0123456789\r\nA\r\n0123456789\r\n0\r\nX: y\r\n\r\n",
  ]

  @Test func aRequestIsTheSameInWhateverPiecesItComes() throws {
    let stream = Self.requests.joined(separator: "\r\n")
    let whole = try Read.all(of: stream, inPiecesOf: stream.utf8.count)
    #expect(whole.map(\.target) == ["/a?b=c", "/", "/"])
    #expect(whole.map(\.body) == ["", "{\r\n\r\n", "abc01234567890123456789"])
    #expect(
      whole[0].headers == ["Host": "localhost", "X-Empty": "", "X-Blank": "a b"])
    for size in 1..<40 { #expect(try Read.all(of: stream, inPiecesOf: size) == whole) }
  }

  @Test(arguments: [
    "zz", "", " 1", "1 ", "+1", "-1", "0x1", "1\t", "1,2", "\u{661}", "1\u{0}", "1\r", "1\n",
  ])
  func aChunkOfAnUnclearSizeIsRefused(size: String) {
    #expect(refusal("\(size)\r\nx\r\n0\r\n\r\n") == 400)
  }

  @Test(arguments: [
    "1\nx\r\n0\r\n\r\n", "1\r\nxx\r\n0\r\n\r\n", "1\r\nx0\r\n\r\n", "1\r\nx\n0\r\n\r\n",
    "1\r\nx\r\n0\r\nX: \u{0}\r\n\r\n",
  ])
  func aChunkThatDoesNotEndWhereItSaysIsRefused(body: String) {
    #expect(refusal(body) == 400)
  }

  @Test(arguments: [
    "101", "FFFFFFFFFFFFFFFF", "10000000000000000", String(repeating: "0", count: 200) + "101",
  ])
  func aChunkBeyondTheLimitIsRefusedBeforeItComes(size: String) {
    #expect(refusal("\(size)\r\n") == 413)
    #expect(refusal("80\r\n\(String(repeating: "x", count: 0x80))\r\n\(size)\r\n") == 413)
  }

  /// The status that refuses a request with this body in chunks; nil where none does.
  private func refusal(_ body: String) -> Int? {
    do throws(ReceiveFailure) {
      _ = try Read.all(of: "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n" + body, inPiecesOf: 7)
      return nil
    } catch {
      guard case .refused(let refusal) = error else { return nil }
      return refusal.response.status
    }
  }
}

/// A request as it was read.
private struct Read: Equatable {
  let target: String
  let headers: HTTPHeaders
  let body: String

  static func all(of stream: String, inPiecesOf size: Int) throws(ReceiveFailure) -> [Read] {
    var reader = RequestReader(Pieces(stream, size: size), headLimit: 1024, bodyLimit: 256)
    var requests: [Read] = []
    while true {
      do throws(ReceiveFailure) {
        if reader.isEmpty { try reader.waitForMore() }
      } catch {
        return requests
      }
      let head = try reader.head()
      let framing: RequestHead.Framing
      do throws(Refusal) { framing = try head.framing() } catch { throw .refused(error) }
      let body = try reader.body(framing)
      requests.append(
        Read(target: head.target, headers: head.headers, body: String(decoding: body, as: UTF8.self)))
    }
  }
}

/// A text that comes in pieces.
private final class Pieces: ByteSource {
  private var rest: ArraySlice<UInt8>
  private let size: Int

  init(_ text: String, size: Int) {
    rest = Array(text.utf8)[...]
    self.size = size
  }

  func receive(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let piece = rest.prefix(min(size, buffer.count))
    buffer.copyBytes(from: piece)
    rest = rest.dropFirst(piece.count)
    return piece.count
  }
}
