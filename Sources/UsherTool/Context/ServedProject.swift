import AuthClient
import Flows
import IdentityToolkit

/// The project of a local server that has an address, as it says itself: asked once in a run.
final class ServedProject {
  /// Whether the server may be asked; else only what was saved of it counts.
  var mayAsk = true
  private var answer: Answer?
  private var hasWarned = false

  private enum Answer {
    /// Firebase's emulator names none.
    case project(String?)
    case unreachable
  }

  /// Nil where the server names none, and where it cannot be asked and nothing was saved of it.
  func name(at endpoint: Endpoint, of profile: String, in context: Context) -> String? {
    switch answer(of: endpoint, in: context) {
    case .project(let name): name
    case .unreachable: (try? context.savedState())?.latestProject(at: endpoint.word, of: profile)
    }
  }

  /// Says once that a project was named which the server does not give to calls with an API key.
  func warnOfAnother(than destination: Destination, in context: Context) {
    guard !hasWarned, case .emulator = destination.endpoint, destination.endpoint.isLocal,
      case .project(let served?) = answer(of: destination.endpoint, in: context),
      served != destination.project
    else { return }
    hasWarned = true
    context.warn("\(destination.name) serves the project \(served), not \(destination.project)")
  }

  private func answer(of endpoint: Endpoint, in context: Context) -> Answer {
    guard mayAsk else { return .unreachable }
    if let answer { return answer }
    let new = ask(endpoint, in: context)
    answer = new
    return new
  }

  private func ask(_ endpoint: Endpoint, in context: Context) -> Answer {
    let backend = Backend(
      endpoint: endpoint, apiKey: Destination.placeholderKey, project: Destination.demoProject,
      transport: context.probeTransport(), pause: { _ in })
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
