import AuthClient
import CommandKit
import Essentials
import Flows
import HTTP
import IdentityToolkit

/// The project of a local server that has an address, as it says itself: asked once in a run.
final class ServedProject {
  /// Whether the server may be asked; else only what was saved of it counts.
  private let mayAsk: Bool
  private let transports: Transports
  private let environment: Environment
  private let state: StateAccess
  private let output: Output
  private var answer: Answer?
  private var hasWarned = false
  private var hasMentioned = false

  private enum Answer {
    /// Firebase's emulator names none.
    case project(String?)
    /// Firebase's emulator, of which a hub of the Suite says it. Calls with any key are about this project.
    case suite(String)
    /// No local Auth server, so it is not known what it serves.
    case other
    case unreachable

    var project: String? {
      switch self {
      case .project(let name): name
      case .suite(let name): name
      case .other, .unreachable: nil
      }
    }
  }

  init(
    mayAsk: Bool, _ transports: Transports, _ environment: Environment, _ state: StateAccess,
    _ output: Output
  ) {
    self.mayAsk = mayAsk
    self.transports = transports
    self.environment = environment
    self.state = state
    self.output = output
  }

  /// Nil where the server names none, and where it cannot be asked and nothing was saved of it.
  func name(at endpoint: Endpoint, of profile: String) -> String? {
    let answer = answer(of: endpoint)
    guard case .unreachable = answer else { return answer.project }
    return (try? state.read())?.latestProject(at: endpoint.word, of: profile)
  }

  /// Has a local server of another project, or of one that it does not name, take the API key of `destination` for that
  /// of its project; throws if calls with the key would be about another project.
  ///
  /// A server knows a project from its first mention on. Before that, any key is a key of the project that it serves.
  func mention(_ destination: Destination, by admin: () throws -> LocalServerAdmin) throws {
    guard !hasMentioned, case .emulator = destination.endpoint else { return }
    let answer = answer(of: destination.endpoint)
    let served = answer.project
    if case .suite = answer, served != destination.project { throw another(served, than: destination) }
    guard case .project = answer, served != destination.project else { return }
    hasMentioned = true
    let isKeyOfProject = destination.apiKey == destination.project && ProjectID.isID(destination.project)
    guard served == nil || isKeyOfProject else { throw another(served, than: destination) }
    do {
      try admin().updateEmulatorConfig(EmulatorConfig())
      // From now on, its calls are about the project that is named.
      hasWarned = true
    } catch let failure as AuthFailure {
      // Firebase's emulator refuses if it serves only its own project. Others may not know the call, and whoever cannot
      // be reached is told by the call that follows.
      guard let refusal = failure.refusal, served != nil || refusal.httpStatus == 400 else { return }
      throw another(served, than: destination)
    }
  }

  private func another(_ served: String?, than destination: Destination) -> Diagnosis {
    Diagnosis(
      RefusalMeaning.name(of: .invalidProjectID), .project,
      served.map { sentence($0, destination) }
        ?? "\(destination.name) serves another project, and not \(destination.project)",
      hint: Hint("name the server's project with --project or USHER_PROJECT").then(
        "or unset USHER_API_KEY, and set USHER_OWNER_TOKEN to the server's"))
  }

  private func sentence(_ served: String, _ destination: Destination) -> Text {
    "\(destination.name) serves the project \(served), not \(destination.project)"
  }

  /// Says once that a project was named which the server does not give to calls with an API key.
  func warnOfAnother(than destination: Destination) {
    guard !hasWarned, case .emulator = destination.endpoint, destination.endpoint.isLocal,
      let served = answer(of: destination.endpoint).project, served != destination.project
    else { return }
    hasWarned = true
    output.warn(sentence(served, destination))
  }

  /// Leaves out the warning, for a command that is meant for any project of the server.
  func acceptAnother() {
    hasWarned = true
  }

  private func answer(of endpoint: Endpoint) -> Answer {
    guard mayAsk else { return .unreachable }
    if let answer { return answer }
    let new = ask(endpoint)
    answer = new
    return new
  }

  private func ask(_ endpoint: Endpoint) -> Answer {
    let backend = Backend(
      endpoint: endpoint, apiKey: Destination.placeholderKey, project: Destination.demoProject,
      transport: transports.probe(), pause: { _ in })
    do {
      let status = try backend.call(ServerStatus.self, .init())
      guard status.authEmulator != nil || status.usher != nil else { return .other }
      guard let usher = status.usher else {
        return project(ofSuiteAt: endpoint).map { .suite($0) } ?? .project(nil)
      }
      return .project(usher.project.flatMap { ProjectID.isID($0) ? $0 : nil })
    } catch AuthFailure.network {
      return .unreachable
    } catch {
      return .other
    }
  }

  private func project(ofSuiteAt endpoint: Endpoint) -> String? {
    guard endpoint.isLocal, case .emulator(let address) = endpoint, let port = Origin(address)?.port
    else { return nil }
    return HubLocator.project(ofAuthOn: port, environment, over: transports.probe())
  }
}
