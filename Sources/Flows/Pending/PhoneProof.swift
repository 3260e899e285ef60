/// A number that was verified and belongs to another account: signs in to that one, without another message.
package struct PhoneProof: Codable, Equatable, Sendable {
  package var phone: String
  package var proof: String

  /// Seconds; what servers announce.
  package static let lifetime: Double = 3600

  package init(phone: String, proof: String) {
    self.phone = phone
    self.proof = proof
  }
}
