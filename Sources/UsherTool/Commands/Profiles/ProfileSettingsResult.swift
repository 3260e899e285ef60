import Flows

/// A profile's settings by name, as part of a result.
struct ProfileSettingsResult: Codable, Sendable {
  private var settings: ProfileSettings

  init(_ settings: ProfileSettings) {
    self.settings = settings
  }

  /// A key such as `project` or `api_key`.
  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    /// Whether the test mode from Firebase's guides is on.
    static let testing = Name(stringValue: "testing")

    init(_ setting: ProfileSetting) {
      self.init(stringValue: setting.rawValue.map { $0 == "-" ? "_" : String($0) }.joined())
    }

    init(stringValue: String) {
      self.stringValue = stringValue
    }

    init?(intValue: Int) { nil }
  }

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: Name.self)
    settings = ProfileSettings()
    for setting in ProfileSetting.allCases {
      settings[keyPath: setting.property] = try members.decodeIfPresent(String.self, forKey: Name(setting))
    }
    _ = try members.decode(Bool.self, forKey: .testing)
  }

  func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: Name.self)
    for setting in ProfileSetting.allCases {
      try members.encodeIfPresent(settings[keyPath: setting.property], forKey: Name(setting))
    }
    try members.encode(settings.appVerification == "testing", forKey: .testing)
  }
}
