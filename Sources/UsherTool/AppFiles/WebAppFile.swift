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
    var section: Int
    /// What is before the last full stop of the names, such as `options` in `options.apiKey`.
    var receiver: String
    var prefix: String
  }

  /// A name that a value has in a block of code, or outside of all.
  private struct Constant: Hashable {
    var group: Int
    var name: String
  }

  /// Returns the apps with an API key and a project id; never empty.
  /// - Parameter variables: Returns what the files beside the text say of variables, by folder.
  static func apps(in text: String, variables: () -> [[String: String]]) throws(AppFileProblem)
    -> [ProfileSettings]
  {
    do throws(AppFileProblem) {
      return try apps(in: NamedValues(text).entries, variables)
    } catch {
      guard !error.isAmbiguous else { throw error }
      // A copied page has tags between the names and the values. What comments and texts in quotes hold counts only if
      // the text itself has nothing.
      let hasKey = text.firstRange(of: "AIza") != nil
      for inner in innerTexts(of: text, withComments: hasKey && error == nothing) {
        do throws(AppFileProblem) {
          return try apps(in: NamedValues(inner).entries, variables)
        } catch let problem where problem.isAmbiguous {
          throw problem
        } catch {}
      }
      throw error
    }
  }

  /// Returns `text` without the tags of a page, without the marks of comments, and without the quotes around texts.
  private static func innerTexts(of text: String, withComments: Bool) -> [String] {
    var candidates = text.utf8.contains(UInt8(ascii: "<")) ? [withoutTags(text)] : []
    if withComments {
      let bare = withoutCommentMarks(text)
      candidates += [bare, withoutEscapes(text), withoutEscapes(bare)]
    }
    var seen: Set<String> = [text]
    return candidates.filter { seen.insert($0).inserted }
  }

  private static func withoutCommentMarks(_ text: String) -> String {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return lines.map { line in
      let content = line.drop { $0 == " " || $0 == "\t" }
      // What opens or closes a comment of several lines would hide them.
      let mark = ["//", "# ", "-- ", "/*", "*/", "* "].first(where: content.hasPrefix)
      return mark.map { content.dropFirst($0.count) } ?? line
    }.joined(separator: "\n")
  }

  /// Returns the lines in the texts in quotes, such as those of a notebook or of JSON in code.
  private static func withoutEscapes(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "\\")) else { return text }
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return lines.map { line in
      var content = line.trimmingSpaces
      if content.hasPrefix("\""), content.hasSuffix("\"") || content.hasSuffix("\","), content.utf8.count > 2
      {
        content = content.dropFirst().dropLast(content.hasSuffix(",") ? 2 : 1)
      }
      return content.replacing("\\r", with: "").replacing("\\n", with: "\n").replacing("\\t", with: " ")
        .replacing("\\\"", with: "\"")
    }.joined(separator: "\n")
  }

  /// Returns the apps in the texts of a property list, by their names.
  static func apps(
    in texts: [String: String], variables: () -> [[String: String]]
  ) throws(AppFileProblem) -> [ProfileSettings] {
    try apps(in: NamedValues(texts).entries, variables)
  }

  private static let nothing = AppFileProblem("contains no API key and no project id of an app")

  private static func apps(
    in entries: [NamedValues.Entry], _ variables: () -> [[String: String]]
  ) throws(AppFileProblem) -> [ProfileSettings] {
    var places: [Place] = []
    var values: [Place: [(setting: ProfileSetting, value: NamedValues.Value)]] = [:]
    // The places that name a project without saying that it is an id.
    var shortProjects: [(place: Place, entry: NamedValues.Entry)] = []
    // The names of the settings in each place, for messages.
    var entryNames: [Place: [ProfileSetting: String]] = [:]
    for entry in entries {
      let (receiver, name) = parts(of: entry.name)
      let known = names.first { name.hasSuffix($0.name) }
      guard let end = known?.name ?? shortProjectName(name) else { continue }
      let place = Place(
        group: entry.group, section: entry.section, receiver: receiver,
        prefix: String(name.dropLast(end.count)))
      if known == nil {
        if case .text(let text) = entry.value, ProjectID.isID(text) { shortProjects.append((place, entry)) }
        continue
      }
      if values[place] == nil { places.append(place) }
      let setting = known?.setting ?? .project
      values[place, default: []].append((setting, entry.value))
      entryNames[place, default: [:]][setting] = entry.name
    }
    for (place, entry) in shortProjects where place.prefix.contains("firebase") || values[place] != nil {
      guard values[place]?.contains(where: { $0.setting == .project }) != true else { continue }
      if values[place] == nil { places.append(place) }
      values[place, default: []].append((.project, entry.value))
      entryNames[place, default: [:]][.project] = entry.name
    }
    // Constants of the text itself come before variables of the files beside it.
    var constants: [Constant: Set<String>] = [:]
    for entry in entries where !entry.isProse {
      guard case .text(let text) = entry.value else { continue }
      constants[Constant(group: entry.group, name: entry.name), default: []].insert(text)
    }
    let needed = values.values.joined().compactMap { _, value -> String? in
      if case .variable(let name, _) = value { NamedValues.lastPart(name) } else { nil }
    }
    let outside =
      needed.isEmpty ? [:] : variables().first { folder in needed.contains { folder[$0] != nil } } ?? [:]
    var unknown: [String] = []
    var isAmbiguous = false
    var hasProject = false
    // What stands without a name of an app before it, but also without a key.
    var plainApps: [Place: ProfileSettings] = [:]
    // The places that name a project; nil if it is not clear, or that of a key in the same place.
    var projects: [Place: String?] = [:]
    var keys: [(place: Place, app: ProfileSettings)] = []
    for place in places {
      var app = ProfileSettings()
      var unclear: Set<ProfileSetting> = []
      for (setting, value) in values[place] ?? [] {
        var text: String?
        switch value {
        case .text(let own): text = own
        case .variable(let name, let fallback):
          let own =
            constants[Constant(group: place.group, name: name)] ?? constants[Constant(group: 0, name: name)]
            ?? []
          let last = NamedValues.lastPart(name)
          text = (own.count == 1 ? own.first : nil) ?? outside[last] ?? fallback
          if text?.isEmpty != false, isRequired(setting), !last.isEmpty { unknown.append(last) }
        }
        guard let text, !text.isEmpty else {
          if isRequired(setting) { unclear.insert(setting) }
          continue
        }
        if let other = app[keyPath: setting.property], other != text {
          isAmbiguous = true
          unclear.insert(setting)
        }
        app[keyPath: setting.property] = text
      }
      if app.projectID == nil, app.apiKey != nil, !unclear.contains(.project) {
        app.projectID = project(ofDomain: app.authDomain)
      }
      if app.projectID != nil, !unclear.contains(.project) { hasProject = true }
      if app.projectID != nil || unclear.contains(.project) {
        let isShared = unclear.isEmpty && app.apiKey == nil
        projects[place] = .some(isShared ? app.projectID : nil)
        if isShared, place.prefix.isEmpty { plainApps[place] = app }
      }
      if unclear.isEmpty, let key = app.apiKey, !isSecret(key) { keys.append((place, app)) }
    }
    for index in keys.indices where keys[index].app.projectID == nil {
      let key = keys[index]
      if let project = sharedProject(of: key.place, in: projects) {
        keys[index].app.projectID = project
      } else if let plain = plainApp(of: key.place, among: plainApps) {
        for setting in ProfileSetting.allCases where key.app[keyPath: setting.property] == nil {
          keys[index].app[keyPath: setting.property] = plain[keyPath: setting.property]
        }
      }
    }
    var found = keys.filter { $0.app.projectID != nil && isFirebase($0.app, in: $0.place) }
    // If Firebase's own names are there, but incomplete, the names of other services are not an answer.
    if places.contains(where: isFirebase), !found.contains(where: { isFirebase($0.place) }) {
      found = found.filter { $0.place.prefix.isEmpty }
    }
    // Other services have API keys and projects, too, and only Google's keys begin so.
    if found.contains(where: { isGoogles($0.app) }) { found = found.filter { isGoogles($0.app) } }
    let apps = distinct(found.map(\.app))
    guard apps.isEmpty else { return apps }
    if isAmbiguous {
      throw AppFileProblem(
        "has several values of one name in one place", hint: "leave those of one app in the file",
        isAmbiguous: true)
    }
    if !unknown.isEmpty {
      var seen: Set<String> = []
      let names = unknown.filter { seen.insert($0).inserted }
      throw AppFileProblem(
        "takes its values from variables that no .env file sets: \(names.joined(separator: ", "))",
        hint: "set them in a file .env beside it, or copy the configuration from the Firebase console")
    }
    if let key = keys.first(where: { $0.app.projectID == nil })?.place {
      guard hasProject, let project = places.first(where: { projects[$0] != nil }) else {
        throw AppFileProblem(missing: "the project's id")
      }
      let names = [(key, ProfileSetting.apiKey), (project, .project)].map { place, setting in
        SafeText.line((entryNames[place]?[setting] ?? "").clipped(to: 80))
      }
      throw AppFileProblem(
        "has an API key (\(names[0])) and a project's id (\(names[1])) that may be of two apps",
        hint: "put those of one app together, under names that begin alike", isAmbiguous: true)
    }
    throw hasProject ? AppFileProblem(missing: "the API key") : nothing
  }

  /// Returns the apps without those that others say, too, and more.
  private static func distinct(_ apps: [ProfileSettings]) -> [ProfileSettings] {
    var kept: [ProfileSettings] = []
    // Where those with a key are in `kept`.
    var places: [String: [Int]] = [:]
    for app in apps {
      let key = app.apiKey ?? ""
      if let same = places[key]?.first(where: { kept[$0].says(app) || app.says(kept[$0]) }) {
        if app.says(kept[same]) { kept[same] = app }
      } else {
        places[key, default: []].append(kept.count)
        kept.append(app)
      }
    }
    return kept
  }

  /// Returns the project that the usual domain of sign-ins names.
  private static func project(ofDomain domain: String?) -> String? {
    guard let domain, domain.hasSuffix(".firebaseapp.com") else { return nil }
    let project = String(domain.dropLast(".firebaseapp.com".count))
    return ProjectID.isID(project) ? project : nil
  }

  private static func isRequired(_ setting: ProfileSetting) -> Bool {
    setting == .apiKey || setting == .project
  }

  private static func isFirebase(_ place: Place) -> Bool { place.prefix.contains("firebase") }

  /// Whether the key of `app` can be one of Firebase. Emulators take any key.
  private static func isFirebase(_ app: ProfileSettings, in place: Place) -> Bool {
    isGoogles(app) || place.prefix.isEmpty || isFirebase(place) || ProjectID.isDemo(app.projectID)
  }

  private static func isGoogles(_ app: ProfileSettings) -> Bool { app.apiKey?.hasPrefix("AIza") == true }

  /// Whether `key` is a secret of another service, or a token.
  private static func isSecret(_ key: String) -> Bool {
    ["sk-", "sk_", "sb_secret_", "eyJ"].contains(where: key.hasPrefix)
  }

  /// Returns the project of the place in the group of `place` that has no key of its own, and whose prefix begins that of
  /// `place`.
  ///
  /// So `FIREBASE_WEB_API_KEY` and `FIREBASE_IOS_API_KEY` are of `FIREBASE_PROJECT_ID`.
  private static func sharedProject(of place: Place, in projects: [Place: String?]) -> String? {
    // No name is so long, and each of its letters is a look-up.
    guard place.prefix.utf8.count <= 100 else { return nil }
    var shared = place
    while !shared.prefix.isEmpty {
      shared.prefix.removeLast()
      guard isFirebase(shared) else { return nil }
      if let project = projects[shared] { return project }
    }
    return nil
  }

  /// Returns what is beside a key with one of Google's own names: the console's "Web API Key", and `google_api_key` in the
  /// resources of an Android app. Gemini has the latter, too, but not with an app's id.
  private static func plainApp(of place: Place, among apps: [Place: ProfileSettings]) -> ProfileSettings? {
    var plain = place
    plain.prefix = ""
    guard let app = apps[plain] else { return nil }
    return place.prefix == "web" || place.prefix == "google" && app.appID.map(isAppID) == true ? app : nil
  }

  /// Whether `text` is the id of an app of Firebase, such as `1:1234567890:android:0a1b2c3d`.
  private static func isAppID(_ text: String) -> Bool {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "1" && ["android", "ios", "web"].contains(parts[2])
      && !parts[1].isEmpty && parts[1].utf8.allSatisfy(\.isASCIIDigit) && !parts[3].isEmpty
  }

  /// Returns the end of `name` if it names a project and does not say by what.
  private static func shortProjectName(_ name: String) -> String? {
    name.hasSuffix("project") ? "project" : nil
  }

  /// Returns what is before the last part of `name`, and the last part in small letters and digits: `apiKey`, `API_KEY`,
  /// `api.key` and `setApiKey` are the same.
  private static func parts(of name: String) -> (receiver: String, letters: String) {
    var last = NamedValues.lastPart(name)
    var receiver = name.dropLast(last.count)
    if ["key", "id", "domain"].contains(last.asciiLowercased()),
      let before = receiver.split(separator: ".").last,
      receiver.last == "."
    {
      last = before + last
      receiver = receiver.dropLast(before.count + 1)
    }
    let bytes = last.asciiLowercased().utf8.filter { $0.isASCIILetter || $0.isASCIIDigit }
    let letters = String(decoding: bytes, as: UTF8.self)
    return (String(receiver), letters.hasPrefix("set") ? String(letters.dropFirst(3)) : letters)
  }

  /// Returns `html` as a browser shows it, or nearly so.
  private static func withoutTags(_ html: String) -> String {
    var text: [UInt8] = []
    var rest = Array(html.utf8)[...]
    while let byte = rest.first {
      let next = rest.dropFirst().first ?? 0
      if byte == UInt8(ascii: "<"), next.isASCIILetter || "/!".utf8.contains(next) {
        let tag = rest.prefix { $0 != UInt8(ascii: ">") }
        // Lines and blocks end here.
        if ["<br", "</div", "</p", "</li", "</tr", "</pre"].contains(where: { tag.starts(with: $0.utf8) }) {
          text.append(10)
        } else if ["<h", "<!--"].contains(where: { tag.starts(with: $0.utf8) }) {
          // What follows a heading, a rule or a comment can be of another app.
          text += "\n---\n".utf8
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

extension ProfileSettings {
  /// Whether the settings have everything that `other` has.
  fileprivate func says(_ other: ProfileSettings) -> Bool {
    ProfileSetting.allCases.allSatisfy { setting in
      let value = other[keyPath: setting.property]
      return value == nil || value == self[keyPath: setting.property]
    } && projectID == other.projectID && apiKey == other.apiKey
  }
}
