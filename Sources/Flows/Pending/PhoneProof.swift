/// The proof of a number that belongs to another account. It signs in to that account without another message.
package struct PhoneProof: Codable, Equatable, Sendable {
  package var phone: String
  package var proof: String

  package init(phone: String, proof: String) {
    self.phone = phone
    self.proof = proof
  }
}
