import CXML
import Essentials
import LibC

/// An element of a document, which lives as long as its nodes.
struct XMLNode {
  let pointer: UnsafeMutablePointer<cxml_node>
  let document: XMLDocument

  /// Returns the element in the form that signatures cover, Exclusive XML Canonicalization 1.0 without comments.
  ///
  /// - Parameters:
  ///   - omitted: The signature in the element.
  ///   - prefixes: Namespaces that are written in any case.
  func canonical(
    without omitted: XMLNode? = nil, prefixes: [String] = []
  ) throws(SAMLProblem) -> [UInt8] {
    var list: [UnsafeMutablePointer<CChar>?] = prefixes.map { $0.withCString { strdup($0) } } + [nil]
    let text = list.withUnsafeMutableBufferPointer { list in
      list.baseAddress.flatMap { cxml_canonical(document.document, pointer, omitted?.pointer, $0) }
    }
    defer {
      cxml_release(text)
      for prefix in list { cxml_release(prefix) }
    }
    guard let text else { throw .malformed("XML") }
    return Array(UnsafeBufferPointer(start: text, count: strlen(text)).lazy.map { UInt8(bitPattern: $0) })
  }

  func isNamed(_ name: String, _ namespace: XMLNamespace) -> Bool {
    Self.text(pointer.pointee.name).hasBytes(of: name)
      && Self.text(pointer.pointee.ns?.pointee.href).hasBytes(of: namespace.rawValue)
  }

  var elements: [XMLNode] { siblings(from: pointer.pointee.first).filter(\.isElement) }

  func elements(_ name: String, _ namespace: XMLNamespace) -> [XMLNode] {
    elements.filter { $0.isNamed(name, namespace) }
  }

  /// How many elements below this one have the name, at any depth.
  func count(_ name: String, _ namespace: XMLNamespace) -> Int {
    elements.reduce(0) { $0 + ($1.isNamed(name, namespace) ? 1 : 0) + $1.count(name, namespace) }
  }

  func copied() throws(SAMLProblem) -> XMLElement {
    var element = XMLElement(
      name: Self.text(pointer.pointee.name), namespace: Self.text(pointer.pointee.ns?.pointee.href))
    for attribute in siblings(from: pointer.pointee.attributes)
    where attribute.pointer.pointee.ns == nil {
      var value = ""
      for part in siblings(from: attribute.pointer.pointee.first) { value += try part.characters() }
      element.attributes[Self.text(attribute.pointer.pointee.name)] = value
    }
    for child in siblings(from: pointer.pointee.first) {
      if child.isElement {
        element.elements.append(try child.copied())
      } else {
        element.text += try child.characters()
      }
    }
    return element
  }

  private var isElement: Bool { pointer.pointee.kind == Int32(cxml_element.rawValue) }

  private func characters() throws(SAMLProblem) -> String {
    switch UInt32(bitPattern: pointer.pointee.kind) {
    case cxml_text.rawValue, cxml_cdata.rawValue: Self.text(pointer.pointee.content)
    case cxml_comment.rawValue: ""
    // References to entities and processing instructions.
    default: throw .malformed("XML")
    }
  }

  private static func text(_ characters: UnsafePointer<CChar>?) -> String {
    characters.map { String(cString: $0) } ?? ""
  }

  private func siblings(from first: UnsafeMutablePointer<cxml_node>?) -> [XMLNode] {
    Array(sequence(first: first, next: { $0?.pointee.next }).prefix { $0 != nil }).compactMap(\.self)
      .map { XMLNode(pointer: $0, document: document) }
  }
}
