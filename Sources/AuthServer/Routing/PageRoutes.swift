import HTTP
import IdentityToolkit
import SAML

extension Route {
  /// The routes that a browser opens.
  static let pages: [Route] = [
    [
      Route(.get, at: PathTemplate(InboxPage.path), for: .thisMachine) { call in
        var call = call
        if let name = call.request.queryValue("project").map(ProjectName.init) {
          try call.turn(to: name)
        }
        return InboxPage(contents: try InboxContents(call), catalog: call.catalog).response()
      }
    ],
    [InboxAsset.style, .script].map { asset in
      Route(.get, at: PathTemplate(asset.path), for: .thisMachine) { _ in asset.response }
    },
    withForm(at: LinkPlace.ownActionPath, for: .mailReaders) { try OpenedActionLink(call: $0).response() },
    withForm(at: ProviderSignIns.ownPage, for: .browsers) { try OpenedProviderPage(call: $0).response() },
    withForm(at: SAMLProvider.signOnPath + "{provider}", for: .browsers) {
      try OpenedSAMLSignOn(call: $0).response()
    },
    [
      // Only by POST: addresses get into logs and histories.
      Route(.post, at: PathTemplate(SAMLProvider.consumerPath + "{provider}"), for: .browsers) {
        try OpenedSAMLConsumer(call: $0).response()
      }.taking(bodiesOf: 2 * SAMLResponse.largest),
      Route(.get, at: PathTemplate(SAMLProvider.metadataPath + "{provider}"), for: .browsers) {
        try OpenedSAMLSignOn(call: $0).metadata()
      },
      Route(.get, at: PathTemplate(OpenedAuthHandler.path), for: .browsers) {
        try OpenedAuthHandler(call: $0).response()
      },
      Route(.post, at: PathTemplate(OpenedAuthHandler.path), for: .browsers) {
        try OpenedAuthHandler(call: $0).tokens()
      },
      Route(.get, at: PathTemplate(AuthIframe.path), for: .browsers) { try AuthIframe(call: $0).response() },
      Route(.get, at: PathTemplate(FrameLibrary.path), for: .everyone) { _ in FrameLibrary.response },
      Route(.get, at: PathTemplate(LinkPlace.appPath), for: .mailReaders) {
        try OpenedAppLink(call: $0).response()
      },
    ],
  ].flatMap(\.self)

  /// Returns the routes of a page and of its form.
  private static func withForm(
    at path: String, for audience: Audience, answer: @escaping @Sendable (Call) throws -> HTTPResponse
  ) -> [Route] {
    [HTTPMethod.get, .post].map { Route($0, at: PathTemplate(path), for: audience, answer: answer) }
  }
}
