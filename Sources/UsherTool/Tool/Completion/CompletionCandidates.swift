import AuthClient
import CommandKit
import Essentials
import Flows
import IdentityToolkit
import TerminalIO

/// The completion candidates that are not fixed: values from the saved state, and values that depend on the line.
///
/// Listing them sends no request, does not block and writes nothing. If the state cannot be read, it counts as empty.
struct CompletionCandidates {
  private let environment: Environment
  private let currentFolder: String
  private let now: Date
  private let state: SavedState

  init(_ world: World, _ state: StateAccess) {
    environment = world.environment
    currentFolder = world.currentFolder
    now = world.now()
    self.state = (try? state.file().peek()) ?? SavedState()
  }

  /// Returns the candidates for `value` on `line`, spelled as the user types them.
  ///
  /// Leaves out text that cannot be shown unchanged.
  func candidates(for value: LiveValue, on line: PartialLine<GlobalOptions>) -> [Candidate] {
    found(value, line).filter { candidate in
      !candidate.value.isEmpty && candidate.value.first != "-"
        && SafeText.line(candidate.value) == candidate.value
    }.map { Candidate($0.value, help: SafeText.line($0.help)) }
  }

  private func found(_ value: LiveValue, _ line: PartialLine<GlobalOptions>) -> [Candidate] {
    switch value {
    case .profile: profiles(line)
    case .session: sessions(line.globals)
    case .pending: pending(line)
    case .factor: factors(line)
    case .provider: session(line.globals)?.account.providers.map { Candidate($0) } ?? []
    case .who: IdentityProvider.offered.map { Candidate($0.word, help: $0.name) } + identifiers(line.globals)
    case .endpoint: endpoints
    case .settingValue: settingValues(line)
    case .field: fields(line.path)
    case .topic: topics(after: line.operands.joined(separator: " "))
    default: []
    }
  }
}

// MARK: - From the state

extension CompletionCandidates {
  private func profiles(_ line: PartialLine<GlobalOptions>) -> [Candidate] {
    let isNewName = line.path == ProfileRename.name && !line.operands.isEmpty
    let isOwnOnly = [ProfileRename.name, ProfileRemove.name].contains(line.path)
    guard !isNewName else { return [] }
    let own = state.profiles.filter { $0.key != ProfileName.local }
    return (isOwnOnly ? [] : [Candidate(ProfileName.local, help: "the local server")])
      + own.sorted { $0.key < $1.key }.map { name, profile in
        Candidate(name, help: profile.summary(named: name).english)
      }
  }

  private func sessions(_ options: GlobalOptions) -> [Candidate] {
    guard let binding = binding(options) else { return [] }
    return state[binding].sessions.sorted { $0.key < $1.key }.map { name, session in
      Candidate(name, help: session.title.english)
    }
  }

  private func pending(_ line: PartialLine<GlobalOptions>) -> [Candidate] {
    steps(line.globals).filter { step in
      switch line.path {
      case CompleteLink.name: !step.awaitsCode
      case ConfirmCode.name: step.awaitsCode
      case MFAChallenge.name: step.kind.challengedFactors != nil
      default: true
      }
    }.filter { !line.operands.contains($0.id.rawValue) }.map { Candidate($0.id.rawValue, help: $0.summary) }
  }

  /// Returns second factors to choose from.
  ///
  /// These are the factors of sign-ins that wait for one. For `mfa unenroll`, or if no sign-in waits, they are the
  /// account's.
  private func factors(_ line: PartialLine<GlobalOptions>) -> [Candidate] {
    let waiting = steps(line.globals).compactMap(\.kind.challengedFactors)
    let factors =
      waiting.isEmpty || line.path == MFAUnenroll.name
      ? session(line.globals)?.account.factors ?? [] : waiting.flatMap { $0 }
    return factors.map { factor in
      let word = factor.displayName.flatMap { name in
        (try? FactorSelection(name).factor(among: factors)) == factor && name.first != "-"
          && SafeText.line(name) == name ? name : nil
      }
      return Candidate(word ?? factor.uid, help: factor.title.english)
    }
  }

  /// The addresses of known servers.
  private var endpoints: [Candidate] {
    let named = state.profiles.sorted { $0.key < $1.key }.flatMap { name, profile -> [Candidate] in
      let endpoints = [profile.settings.endpoint].compactMap(\.self) + profile.bindings.map(\.endpoint)
      return endpoints.map { Candidate($0, help: "profile " + name) }
    }
    return named.filter { !ProfileSetting.endpoint.choices.contains($0.value) }
  }

  private func steps(_ options: GlobalOptions) -> [PendingStep] {
    guard let binding = binding(options) else { return [] }
    return state.pending(in: binding).filter { !$0.isExpired(at: now) }
  }

  /// Returns the numbers and addresses of the sessions here.
  private func identifiers(_ options: GlobalOptions) -> [Candidate] {
    guard let binding = binding(options) else { return [] }
    return (state[binding].names(\.phoneNumber) + state[binding].names(\.email)).map { Candidate($0) }
  }

  /// Returns the session that a command with these options would use.
  private func session(_ options: GlobalOptions) -> SavedSession? {
    guard let binding = binding(options) else { return nil }
    let name =
      options.session ?? environment["USHER_SESSION"] ?? state[binding].currentSession
      ?? SessionKey.defaultName
    return state[binding.session(name)]
  }

  /// Returns the destination of a command with these options; nil if usher would refuse the command.
  private func binding(_ options: GlobalOptions) -> Binding? {
    // The session file may be a pipe, and a pipe can be read only once.
    guard environment["USHER_SESSION_FILE"] == nil else { return nil }
    let choice = DestinationChoice(
      options: options, environment: environment, state: { state },
      folderProfile: { () throws(Diagnosis) in try FolderProfile.find(from: currentFolder) { _ in } },
      exportedSession: { nil },
      servedProject: { endpoint, profile in state.latestProject(at: endpoint.word, of: profile) })
    return (try? choice.resolve())?.destination.binding
  }
}

extension PendingKind {
  /// The factors to choose from, if this is a sign-in that waits for a second factor.
  fileprivate var challengedFactors: [EnrolledFactor]? {
    if case .secondFactor(_, let choice) = self { choice.factors } else { nil }
  }
}

extension PendingStep {
  /// The kind of step, its recipient and its session.
  fileprivate var summary: String {
    let recipient = sentCode?.phoneNumber ?? sentLink?.email
    return kindName + (recipient.map { " to " + $0 } ?? "") + ", session " + session
  }
}

// MARK: - From the line

extension CompletionCandidates {
  private func settingValues(_ line: PartialLine<GlobalOptions>) -> [Candidate] {
    let name = line.operands.first ?? ""
    if line.path == ConfigSet.name {
      return Preference(rawValue: name)?.choices.map { Candidate($0) } ?? []
    }
    guard let setting = ProfileSetting(rawValue: name) else { return [] }
    return setting.choices.map { Candidate($0) } + (setting == .endpoint ? endpoints : [])
  }

  private func fields(_ path: String) -> [Candidate] {
    guard let command = Tool.commands.command(path) else { return [] }
    return (ResultFields.of(Envelope.self) + command.resultFields).filter { $0.last != "*" }
      .map { Candidate($0.replacing("[]", with: ".0")) }
  }

  private func topics(after words: String) -> [Candidate] {
    let json = HelpTopic.json.rawValue
    let path =
      words == json || words.hasPrefix(json + " ") ? String(words.dropFirst(json.count + 1)) : words
    let topics =
      words.isEmpty
      ? HelpTopic.allCases.map { Candidate($0.rawValue, help: "a topic") } : []
    let details = HelpTopic(rawValue: words)?.text.details ?? []
    if !details.isEmpty { return details.map { Candidate($0.name, help: $0.title.english) } }
    let commands = Tool.commands.branches(of: path)
    return commands.map { Candidate($0.word, help: $0.abstract.english) } + topics
  }
}

/// A request of a shell's completion script: `usher __complete -- WORDS`, where the user is typing the last word.
///
/// It is not in the command table, so help, manual and completions do not show it.
struct CompletionQuery {
  private let words: [String]

  /// Returns nil if `words` are an ordinary command line.
  init?(_ words: CommandWords) {
    guard words.words.starts(with: [Completions.query, "--"]) else { return nil }
    // A word that is not valid text could be taken for another word.
    self.words = words.malformed == nil ? Array(words.words.dropFirst(2)) : []
  }

  /// Prints one candidate a line, with its description after a tab; prints nothing if anything is wrong.
  func answer(in context: Context) -> Int32 {
    guard !words.isEmpty else { return ExitCode.ok.rawValue }
    let completions = Tool.commands.completions(of: words) { value, line in
      CompletionCandidates(context.world, context.state).candidates(for: value, on: line)
    }
    let lines = completions.candidates.map { "\($0.value)\t\($0.help)\n" }
    // The shell may close the pipe early. An error message would not help it.
    try? context.world.standardOutput.write(lines.joined())
    return ExitCode.ok.rawValue
  }
}
