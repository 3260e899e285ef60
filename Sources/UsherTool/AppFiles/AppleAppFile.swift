import Essentials
import Flows

/// The format of `GoogleService-Info.plist`, in XML or binary.
enum AppleAppFile {
  /// More than enough: such a file has about twenty keys.
  private static let sizeLimit = 64 << 10

  private struct Content: Decodable {
    var apiKey: String?
    var appID: String?
    var projectID: String?
    var bundleID: String?
    var clientID: String?
    var reversedClientID: String?

    enum CodingKeys: String, CodingKey {
      case apiKey = "API_KEY"
      case appID = "GOOGLE_APP_ID"
      case projectID = "PROJECT_ID"
      case bundleID = "BUNDLE_ID"
      case clientID = "CLIENT_ID"
      case reversedClientID = "REVERSED_CLIENT_ID"
    }
  }

  static func settings(_ data: Data) throws(AppFileProblem) -> ProfileSettings {
    guard data.count <= sizeLimit, isShallow(data) else { throw notOne }
    let content: Content
    do {
      content = try PropertyListDecoder().decode(Content.self, from: data)
    } catch DecodingError.typeMismatch(_, let context) where !context.codingPath.isEmpty {
      throw AppFileProblem("has a value that is not text as \(context.codingPath[0].stringValue)")
    } catch {
      throw notOne
    }
    guard content.projectID != nil || content.appID != nil else {
      throw isAnotherList
    }
    if let appID = content.appID, appID.firstRange(of: ":ios:") == nil {
      throw AppFileProblem("has the app id of another kind of app (\(appID))")
    }
    var settings = ProfileSettings()
    settings.apiKey = content.apiKey
    settings.appID = content.appID
    settings.projectID = content.projectID
    settings.bundleID = content.bundleID
    settings.clientID = content.clientID
    settings.reversedClientID = content.reversedClientID
    return settings
  }

  /// Returns the texts of a property list of an app's own, by their names.
  static func texts(_ data: Data) -> [String: String] {
    // A binary list can hold one list many times, so that what is in the inner ones can be without end.
    let values = try? PropertyListDecoder().decode([String: OuterText].self, from: data)
    return (values ?? [:]).compactMapValues(\.text)
  }

  private struct OuterText: Decodable {
    let text: String?

    init(from decoder: any Decoder) throws {
      text = try? decoder.singleValueContainer().decode(String.self)
    }
  }

  static let isAnotherList = AppFileProblem("is a property list, but not GoogleService-Info.plist")
  private static let notOne = AppFileProblem("is not a readable property list")

  /// Returns whether the nesting is shallow enough for the decoder, whose recursion would overflow the stack.
  private static func isShallow(_ data: Data) -> Bool {
    var containers = 0
    for (byte, next) in zip(data, data.dropFirst()) where byte == UInt8(ascii: "<") {
      if next == UInt8(ascii: "a") || next == UInt8(ascii: "d") { containers += 1 }
    }
    // The count includes `<date>` and `<data>`, which begin with the same letters. These files do not have them.
    return containers <= 64
  }
}
