/// Which kind of app calls.
package struct ClientType: EnumName, Hashable, Sendable {
  package var rawValue: String

  package init(rawValue: String) {
    self.rawValue = rawValue
  }

  package static let names = [
    "CLIENT_TYPE_UNSPECIFIED", "CLIENT_TYPE_WEB", "CLIENT_TYPE_ANDROID", "CLIENT_TYPE_IOS",
  ]

  package static let iOS = ClientType(rawValue: "CLIENT_TYPE_IOS")
  package static let web = ClientType(rawValue: "CLIENT_TYPE_WEB")
  package static let android = ClientType(rawValue: "CLIENT_TYPE_ANDROID")
}
