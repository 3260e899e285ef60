/// What a command found out, as scripts see it.
///
/// Members stand in the order of the coding keys, times are RFC 3339, and what is missing is null, unless
/// the result `OmitsMissing`. Decodable only so that `ResultFields` can be derived from the type.
package protocol CommandResult: Codable, Sendable {}
