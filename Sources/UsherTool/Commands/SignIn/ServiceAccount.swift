/// A service account of a project, as its JSON key file names things.
struct ServiceAccount: Decodable {
  var email: String
  var privateKey: String
  var project: String?

  enum CodingKeys: String, CodingKey {
    case email = "client_email"
    case privateKey = "private_key"
    case project = "project_id"
  }
}
