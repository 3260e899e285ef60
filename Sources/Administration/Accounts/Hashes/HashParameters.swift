package import Essentials
package import IdentityToolkit

/// How the passwords of accounts were hashed: the algorithm, and what it needs.
///
/// A key is secret, so neither `description` nor `dump` shows a value.
package struct HashParameters: Equatable, Sendable {
  package let algorithm: HashAlgorithm
  /// The members of `accounts:batchCreate` that describe the hashes.
  package let members: JSONValue

  /// An error in hash parameters. It never contains a value, because the key is secret.
  package enum Flaw: Error, Equatable, Sendable {
    case unknownAlgorithm
    /// The algorithm needs the parameter with this name.
    case missing(String)
    case notNumber(String)
    case outOfRange(String, ClosedRange<Int>)
    case notBase64(String)
    /// The value is none of `allowed`.
    case unknownValue(String, allowed: [String])
    /// The parameter has two different values.
    case contradiction(String)
  }

  /// Reads `name: value` pairs, each on a line of its own or after a comma. JSON with the same names is read, too.
  ///
  /// The names are those of Firebase's console, of the options of `firebase auth:import`, or of the API. Without an
  /// algorithm, a key and a memory cost are those of Firebase's own, as guides print them.
  package init(_ text: String) throws(Flaw) {
    var values = Values()
    for piece in text.split(whereSeparator: { $0.isNewline || "{},".contains($0) }) {
      guard let colon = piece.firstIndex(of: ":") else { continue }
      values.add(piece[piece.index(after: colon)...].bare, named: piece[..<colon].bare)
    }
    try self.init(values)
  }

  /// Reads the members of an upload or an account, or a project's `signIn.hashConfig`.
  package init(_ members: JSONValue) throws(Flaw) {
    var values = Values()
    values.add(members)
    try self.init(values)
  }

  private init(_ values: Values) throws(Flaw) {
    var name = try HashField.algorithm.text(in: values) ?? ""
    // Only SCRYPT has both.
    if name.isEmpty, try HashField.key.text(in: values) != nil,
      try HashField.memoryCost.text(in: values) != nil
    {
      name = HashAlgorithm.scrypt.rawValue
    }
    let algorithm = HashAlgorithm(rawValue: name.replacing("-", with: "_").asciiUppercased())
    guard let fields = HashField.fields(of: algorithm) else {
      throw name.isEmpty ? .missing(HashField.algorithm.name) : .unknownAlgorithm
    }
    var members: JSONValue = [HashField.algorithm.member: .string(algorithm.rawValue)]
    for field in fields { members[field.member] = try field.value(in: values) }
    if algorithm == .argon2 {
      var parameters: JSONValue = [:]
      for field in HashField.argon2 { parameters[field.member] = try field.value(in: values) }
      members["argon2Parameters"] = parameters
    }
    (self.algorithm, self.members) = (algorithm, members)
  }

  /// The text that Firebase's console shows for these parameters.
  package var text: String {
    var lines = ["hash_config {", "  \(HashField.algorithm.name): \(algorithm.rawValue),"]
    let fields = (HashField.fields(of: algorithm) ?? []).map { ($0, members[$0.member]) }
    let nested = HashField.argon2.map { ($0, members["argon2Parameters"]?[$0.member]) }
    for (field, value) in fields + nested {
      guard let value else { continue }
      lines.append("  \(field.name): \(value.string ?? value.text),")
    }
    return (lines + ["}", ""]).joined(separator: "\n")
  }
}

extension HashParameters: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  package var description: String { "HashParameters(\(algorithm.rawValue))" }
  package var debugDescription: String { description }
  package var customMirror: Mirror { Mirror(self, children: ["algorithm": algorithm.rawValue]) }
}

extension BatchCreateAccounts.Request {
  /// The hash parameters of all accounts; nil if the upload does not describe them.
  package var hashParameters: HashParameters? {
    get throws(HashParameters.Flaw) {
      guard hashAlgorithm?.rawValue.isEmpty == false else { return nil }
      var members: JSONValue = [:]
      members["hashAlgorithm"] = hashAlgorithm.map { .string($0.rawValue) }
      let texts = [
        ("signerKey", signerKey), ("saltSeparator", saltSeparator), ("passwordHashOrder", passwordHashOrder),
      ]
      for (name, text) in texts { members[name] = text.map { .string($0) } }
      let numbers = [
        ("rounds", rounds), ("memoryCost", memoryCost), ("cpuMemCost", cpuMemCost), ("blockSize", blockSize),
        ("parallelization", parallelization), ("dkLen", dkLen),
      ]
      for (name, number) in numbers { members[name] = number.map { .integer(Int64($0)) } }
      members["argon2Parameters"] = argon2Parameters
      return try HashParameters(members)
    }
  }

  /// Describes the hashes of all accounts.
  package mutating func describeHashes(with parameters: HashParameters) {
    let members = parameters.members
    func number(_ name: String) -> Int? { members[name]?.integer.flatMap { Int(exactly: $0) } }
    hashAlgorithm = parameters.algorithm
    (signerKey, saltSeparator) = (members["signerKey"]?.string, members["saltSeparator"]?.string)
    (rounds, memoryCost, cpuMemCost) = (number("rounds"), number("memoryCost"), number("cpuMemCost"))
    (blockSize, parallelization, dkLen) = (number("blockSize"), number("parallelization"), number("dkLen"))
    (passwordHashOrder, argon2Parameters) = (
      members["passwordHashOrder"]?.string, members["argon2Parameters"]
    )
  }
}

extension Substring {
  /// The text without the spaces and quotes around it.
  fileprivate var bare: String {
    func isAround(_ character: Character) -> Bool { " \t\"'".contains(character) }
    var text = drop(while: isAround)
    while let last = text.last, isAround(last) { text.removeLast() }
    return String(text)
  }
}
