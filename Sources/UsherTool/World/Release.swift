/// This program, as it calls itself to people and servers.
enum Release {
  static let version = "0.1.0"
}
