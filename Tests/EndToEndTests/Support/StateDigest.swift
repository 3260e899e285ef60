import Essentials
import IdentityToolkit

/// What a saved state says, without what is different in every run: tokens, times, ids that the server makes.
///
/// Only a state file that is whole has one.
func digest(ofState text: String?) throws -> [String] {
  guard let text else { return ["no state"] }
  let state = try JSONValue(text: text)
  var lines = ["version \(state["version"]!), last pending \(state["last_pending"]!)"]
  for profile in state["profiles"]?.members ?? [] {
    for binding in profile.value["bindings"]?.array ?? [] {
      lines.append(
        "\(profile.name), \(binding["endpoint"]!.string!), current \(binding["current_session"]?.string ?? "-")"
      )
      for session in binding["sessions"]?.members ?? [] {
        let isWhole =
          session.value["refresh_token"]?.string != nil && session.value["id_token"]?.string != nil
        lines.append(
          "session \(session.name): \(session.value["account", "phone"]?.string ?? "-"), whole \(isWhole)")
      }
      for step in binding["pending"]?.array ?? [] {
        lines.append(
          "pending \(step["id"]!.string!) \(step["kind"]!.string!) of \(step["session"]!.string!), wrong \(step["wrong_codes"]?.text ?? "0")"
        )
      }
    }
  }
  return lines
}
