/// What a provider says about a user.
package struct SAMLAssertion: Equatable, Sendable {
  package let id: String
  package let issuer: String
  package let nameID: String
  /// The names in their order, with their values.
  package let attributes: [Attribute]

  package struct Attribute: Equatable, Sendable {
    package let name: String
    package let values: [String]

    package init(_ name: String, _ values: [String]) {
      self.name = name
      self.values = values
    }
  }

  package init(id: String, issuer: String, nameID: String, attributes: [Attribute]) {
    self.id = id
    self.issuer = issuer
    self.nameID = nameID
    self.attributes = attributes
  }

  init(_ element: XMLElement) throws(SAMLProblem) {
    id = element.attributes["ID"] ?? ""
    issuer = try element.needed("Issuer").content()
    nameID = try element.needed("Subject").needed("NameID").content()
    guard !id.isEmpty else { throw .malformed("ID") }
    guard !nameID.isEmpty, !nameID.isDeceptive else { throw .malformed("NameID") }
    attributes = element.all("AttributeStatement").flatMap { $0.all("Attribute") }.compactMap { attribute in
      guard let name = attribute.attributes["Name"], !name.isEmpty else { return nil }
      return Attribute(name, attribute.all("AttributeValue").compactMap { try? $0.content() })
    }
  }
}
