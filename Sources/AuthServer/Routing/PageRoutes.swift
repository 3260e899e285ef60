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
    [HTTPMethod.get, .post].map { method in
      Route(method, at: PathTemplate(LinkPlace.ownActionPath), for: .mailReaders) { call in
        try OpenedActionLink(call).response()
      }
    },
    [HTTPMethod.get, .post].map { method in
      Route(method, at: PathTemplate(ProviderSignIns.ownPage), for: .browsers) { call in
        try OpenedProviderPage(call).response()
      }
    },
    [HTTPMethod.get, .post].map { method in
      Route(method, at: PathTemplate(SAMLProvider.signOnPath + "{provider}"), for: .browsers) { call in
        try OpenedSAMLSignOn(call).response()
      }
    },
    [
      // Only by POST: addresses get into logs and histories.
      Route(.post, at: PathTemplate(SAMLProvider.consumerPath + "{provider}"), for: .browsers) { call in
        try OpenedSAMLConsumer(call).response()
      }.taking(bodiesOf: 2 * SAMLResponse.largest),
      Route(.get, at: PathTemplate(SAMLProvider.metadataPath + "{provider}"), for: .browsers) { call in
        try OpenedSAMLSignOn(call).metadata()
      },
    ],
    [
      Route(.get, at: PathTemplate(OpenedAuthHandler.path), for: .browsers) {
        try OpenedAuthHandler($0).response()
      },
      Route(.post, at: PathTemplate(OpenedAuthHandler.path), for: .browsers) {
        try OpenedAuthHandler($0).tokens()
      },
      Route(.get, at: PathTemplate(AuthIframe.path), for: .browsers) { try AuthIframe($0).response() },
      Route(.get, at: PathTemplate(FrameLibrary.path), for: .everyone) { _ in FrameLibrary.response },
    ],
    [
      Route(.get, at: PathTemplate(LinkPlace.appPath), for: .mailReaders) {
        try OpenedAppLink($0).response()
      }
    ],
  ].flatMap(\.self)
}
