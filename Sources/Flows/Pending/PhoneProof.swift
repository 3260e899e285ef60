/// A number that was verified and belongs to another account: signs in to that one, without another message.
package struct PhoneProof: Codable, Equatable, Sendable {
  package var phone: String
  package var proof: String

  package init(phone: String, proof: String) {
    self.phone = phone
    self.proof = proof
  }
}
