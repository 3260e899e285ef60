import Essentials
import HTTP
import IdentityToolkit

/// An event in the form in which it is sent.
struct EventRequest {
  let event: AccountEvent
  let project: String
  let tenant: String?

  /// Returns the request to the Functions emulator, which gives the event to each function that wants it.
  func toFunctions(at origin: Origin) -> HTTPRequest {
    let isFirst = event.form == .v1
    return HTTPRequest(
      method: .post, origin: origin.description, path: "/functions/projects/\(project)/trigger_multicast",
      headers: ["Content-Type": isFirst ? "application/json" : Self.cloudEventType],
      body: isFirst ? firstGeneration : cloudEvent)
  }

  static let cloudEventType = "application/cloudevents+json; charset=UTF-8"

  /// The names are those that functions of the first generation read.
  private var firstGeneration: Data {
    body(
      [
        "eventId": .string(id),
        "eventType": .string(
          "providers/firebase.auth/eventTypes/user.\(event.kind == .created ? "create" : "delete")"),
        "resource": ["name": .string("projects/" + project), "service": "firebaseauth.googleapis.com"],
        "params": [:],
        "timestamp": .string(event.madeAt.rfc3339WithFraction),
      ], data: event.account)
  }

  var cloudEvent: Data {
    var envelope: JSONValue = [
      "specversion": "1.0",
      "id": .string(id),
      "time": .string(event.madeAt.rfc3339WithFraction),
      "type": .string("google.firebase.auth.user.v2.\(event.kind.rawValue)"),
      "source": .string("//identitytoolkit.googleapis.com/projects/" + project),
      "subject": .string("users/" + event.localID),
    ]
    if let tenant { envelope["tenantid"] = .string(tenant) }
    return body(envelope, data: #"{"\#(event.kind == .created ? "value" : "oldValue")":\#(event.account)}"#)
  }

  private var id: String { RandomValues.uuid(event.eventID) }

  /// Returns the envelope with a member `data`.
  ///
  /// The data is text, because deep claims cannot be parsed again inside of more objects.
  private func body(_ envelope: JSONValue, data: String) -> Data {
    Data((envelope.text.dropLast() + #","data":"# + data + "}").utf8)
  }
}
