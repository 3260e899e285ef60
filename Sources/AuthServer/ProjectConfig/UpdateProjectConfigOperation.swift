import HTTP
import IdentityToolkit

/// Sets what the mask names, or, without one, all that the request holds.
struct UpdateProjectConfigOperation: Operation {
  typealias Procedure = UpdateProjectConfig

  let call: Call

  func answer(_ request: JSONValue) throws -> JSONValue {
    let mask = call.request.queryValue("updateMask")?.split(separator: ",")
    let paths = mask?.map { $0.split(separator: ".").map(String.init) } ?? request.leafPaths
    try ProjectConfigChange(call).apply(request, paths: paths)
    return try GetProjectConfigOperation(call: call).answer(EmptyObject())
  }
}
