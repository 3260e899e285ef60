import Essentials
import HTTP
import IdentityToolkit

/// The routes as an OpenAPI 3 document, for tools that call all of them.
///
/// Bodies are only described as objects. Google's reference documents their members, and answers report errors in them.
struct OpenAPIDocument: Sendable {
  let served: [Route]
  let unimplemented: [Route]

  func value(version: String) -> JSONValue {
    var paths: [String: JSONValue] = [:]
    for (routes, isServed) in [(served, true), (unimplemented, false)] {
      for route in routes {
        for path in route.path.texts {
          var item = paths[path] ?? Self.item(path)
          item[route.method.rawValue.asciiLowercased()] = Self.operation(route, isServed: isServed)
          paths[path] = item
        }
      }
    }
    return [
      "openapi": "3.0.3",
      "info": ["title": "Identity Toolkit, local", "version": .string(version)],
      "paths": .object(paths.sorted { $0.key < $1.key }.map { .init($0.key, $0.value) }),
      "components": Self.components,
    ]
  }

  /// Returns the part for one path: the IDs in it.
  private static func item(_ path: String) -> JSONValue {
    let names = PathTemplate.names(in: path)
    guard !names.isEmpty else { return .object([]) }
    return [
      "parameters": .array(
        names.map { name in
          [
            "name": .string(name), "in": "path", "required": true,
            "schema": ["type": "string", "minLength": 1],
          ]
        })
    ]
  }

  private static func operation(_ route: Route, isServed: Bool) -> JSONValue {
    var operation: JSONValue = ["tags": [.string(route.audience.rawValue)]]
    if [.post, .put, .patch].contains(route.method) {
      let type = route.isTokenEndpoint ? "application/x-www-form-urlencoded" : "application/json"
      let schema: JSONValue = ["schema": ["type": "object"]]
      operation["requestBody"] = ["content": .object([.init(type, schema)])]
    }
    switch route.audience {
    case .clients: operation["security"] = [["key": []], ["owner": []]]
    case .owner: operation["security"] = [["owner": []]]
    case .everyone, .mailReaders, .browsers, .thisMachine: break
    }
    // Pages for people show errors in text for people.
    let isPage = route.audience == .mailReaders || route.audience == .browsers
    let name = route.isTokenEndpoint ? "tokenRefusal" : "refusal"
    let refusal: JSONValue =
      isPage
      ? ["description": "a page or JSON"] : ["$ref": .string("#/components/responses/\(name)")]
    operation["responses"] =
      isServed
      ? ["200": ["description": "done"], "default": refusal] : ["501": refusal, "default": refusal]
    return operation
  }

  private static let components: JSONValue = [
    "securitySchemes": [
      "key": ["type": "apiKey", "in": "query", "name": "key"],
      "owner": ["type": "http", "scheme": "bearer"],
    ],
    "responses": [
      "refusal": [
        "description": "a refusal",
        "content": ["application/json": ["schema": ["$ref": "#/components/schemas/refusal"]]],
      ],
      "tokenRefusal": [
        "description": "a refusal of a token endpoint",
        "content": ["application/json": ["schema": ["$ref": "#/components/schemas/tokenRefusal"]]],
      ],
    ],
    "schemas": [
      "refusal": object([
        "error": object(
          [
            "code": ["type": "integer"], "message": ["type": "string"], "status": ["type": "string"],
            "errors": [
              "type": "array",
              "items": object([
                "message": ["type": "string"], "reason": ["type": "string"], "domain": ["type": "string"],
              ]),
            ],
          ], required: ["code", "message", "errors"])
      ]),
      // OAuth's form, or that of the other routes.
      "tokenRefusal": object(
        ["error": [:], "error_description": ["type": "string"]], required: ["error"]),
    ],
  ]

  /// - Parameter required: The members that are always present. By default, all of them.
  private static func object(_ members: JSONValue, required: JSONValue? = nil) -> JSONValue {
    let all = JSONValue.array((members.members ?? []).map { .string($0.name) })
    return ["type": "object", "required": required ?? all, "properties": members]
  }
}
