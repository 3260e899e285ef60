import HTTP
import IdentityToolkit

/// Sets what the mask names, or, without one, all that the request holds; to the emulator that is also what the
/// request leaves out of the three parts that it knows.
struct UpdateProjectConfigOperation: Operation {
  typealias Procedure = UpdateProjectConfig

  let call: Call

  func answer(_ request: JSONValue) throws -> JSONValue {
    let mask = call.request.queryValue("updateMask")?.split(separator: ",")
    var paths = mask?.map { $0.split(separator: ".").map(String.init) } ?? request.leafPaths
    if mask == nil, !call.policy.serviceAnswers {
      paths += [["blockingFunctions"], ["signIn", "allowDuplicateEmails"], ["emailPrivacyConfig"]]
    }
    try ProjectConfigChange(call).apply(request, paths: paths)
    return try GetProjectConfigOperation(call: call).answer(EmptyObject())
  }
}
