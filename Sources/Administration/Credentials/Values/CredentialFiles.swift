package import Essentials

package struct CredentialFiles: Sendable {
  /// A function that returns a file's content, or at least the first `limit` bytes and one more.
  package typealias Reader =
    @Sendable (_ path: String, _ limit: Int) throws(GoogleCredentialError.FileProblem) -> Data

  /// The maximum size of a file, in bytes.
  package static let limit = 1 << 20

  private let read: Reader

  package init(_ read: @escaping Reader) {
    self.read = read
  }

  func text(of path: String) throws(GoogleCredentialError) -> String {
    let content: Data
    do throws(GoogleCredentialError.FileProblem) {
      content = try read(path, Self.limit)
    } catch {
      throw .file(path: path, error)
    }
    guard content.count <= Self.limit else { throw .file(path: path, .tooLarge(limit: Self.limit)) }
    guard let text = String(validating: content, as: UTF8.self) else { throw .file(path: path, .notUTF8) }
    return text
  }
}
