import CommandKit
import Essentials
import Flows

/// The configurations of apps in a text: `firebaseConfig`, `firebase_options.dart`, `.env`, and whatever else holds an API
/// key and a project id in one object, in one call or under one prefix.
enum WebAppFile {
  /// The names of the settings, in small letters alone. A name in a text may have more before it, its prefix.
  private static let names: [(name: String, setting: ProfileSetting)] = [
    ("apikey", .apiKey), ("projectid", .project), ("authdomain", .authDomain), ("googleappid", .appID),
    ("applicationid", .appID), ("appid", .appID), ("iosbundleid", .bundleID), ("iosclientid", .clientID),
  ]

  /// Where the settings of one app stand.
  private struct Place: Hashable {
    var group: Int
    var prefix: String
  }

  /// Returns the apps with an API key and a project id; never empty.
  /// - Parameter variables: Returns what the files beside the text say of variables.
  static func apps(in text: String, variables: () -> [String: String]) throws(AppFileProblem)
    -> [ProfileSettings]
  {
    do throws(AppFileProblem) {
      return try apps(in: NamedValues(text).entries, variables)
    } catch {
      // A copied page has tags between the names and the values.
      guard text.utf8.contains(UInt8(ascii: "<")),
        let apps = try? apps(in: NamedValues(withoutTags(text)).entries, variables)
      else { throw error }
      return apps
    }
  }

  private static let nothing = AppFileProblem("contains no API key and no project id of an app")

  private static func apps(
    in entries: [NamedValues.Entry], _ variables: () -> [String: String]
  ) throws(AppFileProblem) -> [ProfileSettings] {
    var places: [Place] = []
    var values: [Place: [(setting: ProfileSetting, value: NamedValues.Value)]] = [:]
    for entry in entries {
      let name = letters(of: entry.name)
      guard entry.value != .text(""), let known = names.first(where: { name.hasSuffix($0.name) }) else {
        continue
      }
      let place = Place(group: entry.group, prefix: String(name.dropLast(known.name.count)))
      if values[place] == nil { places.append(place) }
      values[place, default: []].append((known.setting, entry.value))
    }
    // Constants of the text itself come before variables of the files beside it.
    var constants: [String: Set<String>] = [:]
    for entry in entries where entry.group == 0 {
      if case .text(let text) = entry.value { constants[entry.name, default: []].insert(text) }
    }
    let isVariable = values.values.joined().contains { if case .variable = $0.value { true } else { false } }
    let outside = isVariable ? variables() : [:]
    var unknown: [String] = []
    var isAmbiguous = false
    var found: [(place: Place, app: ProfileSettings)] = []
    for place in places {
      var app = ProfileSettings()
      var isClear = true
      for (setting, value) in values[place] ?? [] {
        var text: String?
        switch value {
        case .text(let own): text = own
        case .variable(let name, let fallback):
          let own = constants[name] ?? []
          text = (own.count == 1 ? own.first : nil) ?? outside[name] ?? fallback
          if text?.isEmpty != false, setting == .apiKey || setting == .project { unknown.append(name) }
        }
        guard let text, !text.isEmpty else { continue }
        if let other = app[keyPath: setting.property], other != text { isClear = false }
        app[keyPath: setting.property] = text
      }
      if isClear { found.append((place, app)) } else { isAmbiguous = true }
    }
    let keys = found.filter { $0.app.apiKey != nil }
    var apps = keys.compactMap { place, app -> ProfileSettings? in
      var app = app
      if app.projectID == nil { app.projectID = sharedProject(of: place, in: found) }
      return app.projectID == nil ? nil : app
    }
    // Other services have API keys and projects, too, and only Google's keys begin so.
    let isGoogles = { (app: ProfileSettings) in app.apiKey?.hasPrefix("AIza") == true }
    if apps.contains(where: isGoogles) { apps = apps.filter(isGoogles) }
    apps = apps.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    guard apps.isEmpty else { return apps }
    if isAmbiguous {
      throw AppFileProblem(
        "has several values of one name in one place", hint: "leave those of one app in the file")
    }
    if !unknown.isEmpty {
      let names = unknown.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
      throw AppFileProblem(
        "takes its values from variables that no .env file sets: \(names.joined(separator: ", "))",
        hint: "set them in a file .env beside it, or copy the configuration from the Firebase console")
    }
    if !keys.isEmpty { throw AppFileProblem(missing: "the project's id") }
    throw found.contains { $0.app.projectID != nil } ? AppFileProblem(missing: "the API key") : nothing
  }

  /// Returns the project of `place`'s group that has no key of its own, and whose prefix begins that of `place`.
  ///
  /// So `FIREBASE_WEB_API_KEY` and `FIREBASE_IOS_API_KEY` are of `FIREBASE_PROJECT_ID`.
  private static func sharedProject(of place: Place, in found: [(place: Place, app: ProfileSettings)])
    -> String?
  {
    found.filter { other, app in
      app.apiKey == nil && other.group == place.group && other.prefix.contains("firebase")
        && place.prefix.hasPrefix(other.prefix)
    }.max { $0.place.prefix.count < $1.place.prefix.count }?.app.projectID
  }

  /// Returns the last part of `name` in small letters and digits: `apiKey`, `API_KEY` and `a.setApiKey` are the same.
  private static func letters(of name: String) -> String {
    let part = name.asciiLowercased().utf8.split(separator: UInt8(ascii: ".")).last ?? "".utf8[...]
    let letters = String(decoding: part.filter { isLetter($0) || (0x30...0x39).contains($0) }, as: UTF8.self)
    return letters.hasPrefix("set") ? String(letters.dropFirst(3)) : letters
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }

  /// Returns `html` as a browser shows it, or nearly so.
  private static func withoutTags(_ html: String) -> String {
    var text: [UInt8] = []
    var rest = Array(html.utf8)[...]
    while let byte = rest.first {
      let next = rest.dropFirst().first ?? 0
      if byte == UInt8(ascii: "<"), isLetter(next) || "/!".utf8.contains(next) {
        let tag = rest.prefix { $0 != UInt8(ascii: ">") }
        // Lines and blocks end here.
        if ["<br", "</div", "</p", "</li", "</tr", "</pre"].contains(where: { tag.starts(with: $0.utf8) }) {
          text.append(10)
        }
        rest = rest.dropFirst(tag.count + 1)
      } else if byte == UInt8(ascii: "&"),
        let entity = entities.first(where: { rest.starts(with: $0.0.utf8) })
      {
        text.append(entity.1)
        rest = rest.dropFirst(entity.0.utf8.count)
      } else {
        text.append(byte)
        rest = rest.dropFirst()
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static let entities: [(String, UInt8)] = [
    ("&quot;", UInt8(ascii: "\"")), ("&#34;", UInt8(ascii: "\"")), ("&#39;", UInt8(ascii: "'")),
    ("&#x27;", UInt8(ascii: "'")), ("&apos;", UInt8(ascii: "'")), ("&amp;", UInt8(ascii: "&")),
    ("&nbsp;", UInt8(ascii: " ")), ("&lt;", UInt8(ascii: "<")), ("&gt;", UInt8(ascii: ">")),
  ]
}
