import HTTP
import IdentityToolkit

extension Route {
  /// What a browser opens.
  static let pages: [Route] = [
    [
      Route(method: .get, path: InboxPage.path, audience: .thisMachine) { call in
        var call = call
        if let name = call.request.queryValue("project").map(ProjectName.init) {
          (call.project, call.tenant) = (name.project, name.tenant)
        }
        return InboxPage(contents: try InboxContents(call)).response()
      }
    ],
    [InboxAsset.style, .script].map { asset in
      Route(method: .get, path: asset.path, audience: .thisMachine) { _ in asset.response }
    },
    [HTTPMethod.get, .post].map { method in
      Route(method: method, path: LinkPlace.ownActionPath, audience: .mailReaders) { call in
        try OpenedActionLink(call).response()
      }
    },
    [HTTPMethod.get, .post].map { method in
      Route(method: method, path: ProviderSignIns.ownPage, audience: .browsers) { call in
        try OpenedProviderPage(call).response()
      }
    },
    [
      Route(method: .get, path: OpenedAuthHandler.path, audience: .browsers) {
        try OpenedAuthHandler($0).response()
      },
      Route(method: .post, path: OpenedAuthHandler.path, audience: .browsers) {
        try OpenedAuthHandler($0).tokens()
      },
      Route(method: .get, path: AuthIframe.path, audience: .browsers) { try AuthIframe($0).response() },
      Route(method: .get, path: FrameLibrary.path, audience: .everyone) { _ in FrameLibrary.response },
    ],
    [
      Route(method: .get, path: LinkPlace.appPath, audience: .mailReaders) {
        try OpenedAppLink($0).response()
      }
    ],
  ].flatMap(\.self)
}
