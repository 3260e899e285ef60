import AuthServer
import CommandKit
import Essentials
import IdentityToolkit

/// A configuration file of a server: options of `serve` by name, or a `firebase.json`.
///
/// Of a `firebase.json`, it uses the Auth emulator's address, the place of functions, the providers to switch on and the
/// options under `usher`. It ignores the rest.
struct ServeConfiguration {
  private(set) var options = Serve()
  private(set) var project: String?
  /// Whether the file is a `firebase.json` that does not mention the Auth emulator.
  private(set) var lacksEmulator = false
  /// Whether the options are those of a folder that Firebase's tools use, too.
  private(set) var isOfFirebaseProject = false
  /// Where a `firebase.json` says that functions are.
  private(set) var functions: FunctionsPlace?
  /// The port that a `firebase.json` gives the Suite's hub.
  private(set) var hubPort: UInt16?
  /// The providers that a `firebase.json` switches on.
  private(set) var providers: [FirebaseProvider] = []

  private let file: String

  /// The options of no file.
  init() {
    file = ""
  }

  /// The options of a folder that nobody named.
  init(_ folder: FirebaseFolder) {
    file = FirebaseFolder.fileName
    isOfFirebaseProject = true
    options.port = folder.port
    options.host = folder.host
    functions = folder.functions
    hubPort = folder.hubPort
    providers = folder.providers
  }

  init(_ text: Data, of file: String) throws(Diagnosis) {
    self.file = file
    guard let json = JSONValue(commented: text), json.members != nil else {
      throw problem("it is not a JSON object")
    }
    let isFirebases = file == "firebase.json" || file.hasSuffix("/firebase.json") || json["emulators"] != nil
    guard isFirebases else {
      try keepAll(of: json)
      return
    }
    isOfFirebaseProject = true
    let emulator = json["emulators"]?["auth"]
    lacksEmulator = emulator == nil
    functions = FunctionsFinder.place(configured: json)
    hubPort = Hub.port(configured: json)
    providers = FirebaseProvider.named(in: json)
    for name in ["host", "port"] {
      guard let value = emulator?[name] else { continue }
      try keep(name, value == "localhost" ? "127.0.0.1" : value)
    }
    if let own = json["usher"] { try keepAll(of: own) }
  }

  private mutating func keepAll(of object: JSONValue) throws(Diagnosis) {
    guard let members = object.members else { throw problem("usher is not an object") }
    for member in members {
      if member.name == "project" {
        guard let name = member.value.string, !name.isEmpty else {
          throw problem("project must be a project's id")
        }
        project = name
      } else {
        try keep(member.name, member.value)
      }
    }
  }

  private mutating func keep(_ name: String, _ value: JSONValue) throws(Diagnosis) {
    let option = Serve.arguments.first {
      $0.description.name == name && [.option, .flag].contains($0.description.kind)
        && !Self.notHere.contains(name)
    }
    guard let option else { throw problem("there is no option called \(name)") }
    do throws(InvalidValue) {
      for word in try words(value, of: option.description) { try option.store(&options, word) }
    } catch {
      throw problem(Text("\(name) \(error.reason)"))
    }
  }

  /// Returns the words that would set the value on a command line: nil for an option without its value.
  private func words(_ value: JSONValue, of option: ArgumentDescription) throws(InvalidValue) -> [String?] {
    if option.kind == .flag || option.isValueOptional, let isWanted = value.bool {
      return isWanted ? [nil] : []
    }
    if option.kind == .flag { throw InvalidValue("must be true or false") }
    switch value {
    case .array(let elements) where option.repeats:
      var all: [String?] = []
      for element in elements { all += try words(element, of: option) }
      return all
    case .object(let members) where option.name == "policy-set":
      return try members.map { member throws(InvalidValue) in member.name + "=" + (try word(member.value)) }
    default: return [inFolder(try word(value), option)]
    }
  }

  private func word(_ value: JSONValue) throws(InvalidValue) -> String {
    switch value {
    case .string(let text): return text
    case .integer(let number): return String(number)
    case .bool(let flag): return String(flag)
    default: throw InvalidValue("must be a text or a number")
    }
  }

  /// Returns the path of a file or folder, relative to the folder of the configuration file.
  private func inFolder(_ word: String, _ option: ArgumentDescription) -> String {
    guard [.file, .directory].contains(option.completion), !["", "-", ":memory:"].contains(word),
      !word.hasPrefix("/"),
      let slash = file.lastIndex(of: "/")
    else { return word }
    return file[...slash] + word
  }

  /// The options that are valid only on the command line.
  private static let notHere = ["config", "print-policy"]

  private func problem(_ reason: Text) -> Diagnosis {
    Diagnosis(
      .badConfig, Text("\(file): \(reason)"),
      hint: Hint("see the names, which are those of the options", ["usher", "serve", "--help"]))
  }
}

extension Serve {
  /// Returns these options, with `standing` for those that are not given.
  func over(_ standing: Serve) -> Serve {
    var serve = self
    serve.config = nil
    serve.port = port ?? standing.port
    serve.host = host ?? standing.host
    serve.allowedHosts = standing.allowedHosts + allowedHosts
    serve.trustNetwork = trustNetwork || standing.trustNetwork
    serve.trustedProxies = standing.trustedProxies + trustedProxies
    serve.data = data ?? standing.data
    serve.policy = policy ?? standing.policy
    // The last of several values for a setting applies.
    serve.settings = standing.settings + settings
    serve.unsignedTokens = unsignedTokens || standing.unsignedTokens
    serve.ownerTokenFile = ownerTokenFile ?? standing.ownerTokenFile
    serve.tlsCertificate = tlsCertificate ?? standing.tlsCertificate
    serve.tlsKey = tlsKey ?? standing.tlsKey
    serve.importFolder = importFolder ?? standing.importFolder
    serve.exportFolder = exportFolder ?? standing.exportFolder
    serve.functions = functions ?? standing.functions
    serve.eventsURL = eventsURL ?? standing.eventsURL
    serve.eventsSecretFile = eventsSecretFile ?? standing.eventsSecretFile
    return serve
  }
}
