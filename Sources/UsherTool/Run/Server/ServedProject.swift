import AuthClient
import Essentials
import Flows
import IdentityToolkit

/// The project of a local server that has an address, as it says itself: asked once in a run.
final class ServedProject {
  /// Whether the server may be asked; else only what was saved of it counts.
  private let mayAsk: Bool
  private let transports: Transports
  private let state: StateAccess
  private let output: Output
  private var answer: Answer?
  private var hasWarned = false

  private enum Answer {
    /// Firebase's emulator names none.
    case project(String?)
    case unreachable
  }

  init(mayAsk: Bool, _ transports: Transports, _ state: StateAccess, _ output: Output) {
    self.mayAsk = mayAsk
    self.transports = transports
    self.state = state
    self.output = output
  }

  /// Nil where the server names none, and where it cannot be asked and nothing was saved of it.
  func name(at endpoint: Endpoint, of profile: String) -> String? {
    switch answer(of: endpoint) {
    case .project(let name): name
    case .unreachable: (try? state.read())?.latestProject(at: endpoint.word, of: profile)
    }
  }

  /// Says once that a project was named which the server does not give to calls with an API key.
  func warnOfAnother(than destination: Destination) {
    guard !hasWarned, case .emulator = destination.endpoint, destination.endpoint.isLocal,
      case .project(let served?) = answer(of: destination.endpoint),
      served != destination.project
    else { return }
    hasWarned = true
    output.warn("\(destination.name) serves the project \(served), not \(destination.project)")
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
      let name = try backend.call(ServerStatus.self, .init()).usher?.project
      return .project(name.flatMap { ProjectID.isID($0) ? $0 : nil })
    } catch AuthFailure.network {
      return .unreachable
    } catch {
      return .project(nil)
    }
  }
}
