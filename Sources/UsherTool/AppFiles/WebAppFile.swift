import CommandKit
import Essentials
import Flows
import IdentityToolkit

/// The `firebaseConfig` of a web app, as JSON or as the JavaScript snippet in the console.
enum WebAppFile {
  static func settings(_ json: JSONValue) throws(AppFileProblem) -> ProfileSettings {
    guard json["type"]?.string != "service_account" else {
      throw AppFileProblem(
        "is the key of a service account, and usher does not need one",
        hint: "keep it secret, and use the configuration file of an app")
    }
    guard json["apiKey"] != nil || json["projectId"] != nil || json["appId"] != nil else {
      throw AppFileProblem("is JSON, but not an app's configuration")
    }
    return try settings { (name) throws(AppFileProblem) in
      guard let value = json[name], value != .null else { return nil }
      guard let text = value.string else { throw notText(name) }
      return text
    }
  }

  /// Reads the object literal after `firebaseConfig =` if it has only plain values; evaluates nothing.
  static func settings(snippet: Substring) throws(AppFileProblem) -> ProfileSettings {
    let paste = AppFileProblem(
      "is neither JSON nor a snippet that usher can read",
      hint: "copy the part in braces into a file, with every name and text in double quotes")
    guard let text = objectLiteral(in: snippet) else { throw paste }
    let members: [FlatObject.Member]
    do throws(FlatObject.Problem) {
      members = try FlatObject.read(text, dialect: .javaScript)
    } catch {
      throw AppFileProblem("is a snippet that cannot be read: \(error.reason)", hint: paste.hint)
    }
    guard members.contains(where: { $0.name == "apiKey" }) else { throw paste }
    return try settings { (name) throws(AppFileProblem) in
      switch members.first(where: { $0.name == name })?.value {
      case .text(let text): text
      case nil: nil
      default: throw notText(name)
      }
    }
  }

  /// Returns the snippet from its opening brace.
  ///
  /// The brace comes first, or after the only assignment to `firebaseConfig`; otherwise the result is nil.
  private static func objectLiteral(in snippet: Substring) -> Substring? {
    if snippet.first == "{" { return snippet }
    let places = snippet.ranges(of: "firebaseConfig").compactMap { name -> Substring? in
      let rest = snippet[name.upperBound...].drop { $0.isWhitespace }
      guard rest.first == "=" else { return nil }
      let value = rest.dropFirst().drop { $0.isWhitespace }
      return value.first == "{" ? value : nil
    }
    return places.count == 1 ? places[0] : nil
  }

  private static func settings(
    _ value: (String) throws(AppFileProblem) -> String?
  ) throws(AppFileProblem) -> ProfileSettings {
    var settings = ProfileSettings()
    settings.apiKey = try value("apiKey")
    settings.projectID = try value("projectId")
    settings.appID = try value("appId")
    settings.authDomain = try value("authDomain")
    return settings
  }

  private static func notText(_ name: String) -> AppFileProblem {
    AppFileProblem("has a value that is not text as \(name)")
  }
}
