import CXML
import Essentials

/// A parsed document, which nobody has verified.
final class XMLDocument {
  let document: OpaquePointer
  private let start: UnsafeMutablePointer<cxml_node>

  /// The maximum size of a message in bytes.
  static let largest = 256 << 10

  /// - Throws: `SAMLProblem` also for a document type: it could define entities.
  init(_ bytes: [UInt8]) throws(SAMLProblem) {
    guard XMLLibrary.isAvailable else { throw .libraryMissing }
    guard bytes.count <= Self.largest else { throw .tooLarge }
    // libxml2 would read the document type before it could be refused.
    guard let text = String(validating: bytes, as: UTF8.self), text.firstRange(of: "<!DOCTYPE") == nil,
      let document = cxml_parse(bytes, bytes.count)
    else { throw .malformed("XML") }
    guard let start = cxml_root(document) else {
      cxml_free(document)
      throw .malformed("XML")
    }
    self.document = document
    self.start = start
  }

  deinit {
    cxml_free(document)
  }

  var root: XMLNode { XMLNode(pointer: start, document: self) }
}
