import CXML

/// A parsed document, which nobody has verified.
final class XMLDocument {
  let document: OpaquePointer
  private let start: UnsafeMutablePointer<cxml_node>

  /// The maximum size of a message in bytes.
  static let largest = 256 << 10

  /// How many elements may be in one another. Everything that reads a document may recurse.
  private static let deepest = 64
  private static let mostElements = 5000
  /// How many namespaces and attributes an element may have, with the namespaces of those around it.
  ///
  /// The work of canonicalization grows with their product with the elements.
  private static let mostNames = 256

  /// - Throws: `SAMLProblem` also for a document type: it could define entities.
  init(_ bytes: [UInt8]) throws(SAMLProblem) {
    guard XMLLibrary.isAvailable else { throw .libraryMissing }
    guard bytes.count <= Self.largest else { throw .tooLarge }
    // libxml2 would read the document type before it could be refused.
    guard String(validating: bytes, as: UTF8.self) != nil, !Self.hasType(bytes),
      let document = cxml_parse(bytes, bytes.count)
    else { throw .malformed("XML") }
    guard let start = cxml_root(document) else {
      cxml_free(document)
      throw .malformed("XML")
    }
    guard Self.isSmall(start) else {
      cxml_free(document)
      throw .tooLarge
    }
    self.document = document
    self.start = start
  }

  /// Whether there is a document type.
  ///
  /// These are bytes, because a character can be more than the letter that it begins with.
  static func hasType(_ bytes: [UInt8]) -> Bool {
    bytes.firstRange(of: Array("<!DOCTYPE".utf8)) != nil
  }

  private static func isSmall(_ root: UnsafeMutablePointer<cxml_node>) -> Bool {
    // What comes next in each open element, and the namespaces there. This must not recurse itself.
    var levels: [(next: UnsafeMutablePointer<cxml_node>?, namespaces: Int)] = [(root, 0)]
    var count = 0
    while let level = levels.last {
      guard let node = level.next else {
        levels.removeLast()
        continue
      }
      levels[levels.count - 1].next = node.pointee.next
      guard node.pointee.kind == Int32(cxml_element.rawValue) else { continue }
      count += 1
      var namespaces = level.namespaces
      for _ in sequence(first: node.pointee.declarations, next: { $0?.pointee.next })
        .prefix(while: { $0 != nil })
      { namespaces += 1 }
      var names = namespaces
      for _ in sequence(first: node.pointee.attributes, next: { $0?.pointee.next })
        .prefix(while: { $0 != nil })
      { names += 1 }
      guard levels.count <= deepest, count <= mostElements, names <= mostNames else { return false }
      levels.append((node.pointee.first, namespaces))
    }
    return true
  }

  deinit {
    cxml_free(document)
  }

  var root: XMLNode { XMLNode(pointer: start, document: self) }
}
