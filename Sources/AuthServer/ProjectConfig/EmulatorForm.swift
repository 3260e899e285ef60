import Essentials
import IdentityToolkit

extension Call {
  /// Returns the answer with `signIn` as Firebase's emulator has it.
  ///
  /// The emulator always has `allowDuplicateEmails` there. It does not have the other switches until somebody sets them.
  func inEmulatorForm(_ answer: JSONValue, of stored: JSONValue) -> JSONValue {
    var answer = answer
    let new = NewProjectConfig(named: project).value["signIn"]
    if !saysWhatIsOff {
      for part in stored["signIn"]?.members ?? [] where part.value == new?[part.name] {
        answer["signIn"]?[part.name] = nil
      }
    }
    var signIn = answer["signIn"] ?? [:]
    signIn["allowDuplicateEmails"] = stored["signIn"]?["allowDuplicateEmails"] ?? false
    answer["signIn"] = signIn
    return answer
  }
}
