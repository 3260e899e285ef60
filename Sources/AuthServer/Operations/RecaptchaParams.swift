import IdentityToolkit

extension Call {
  func recaptchaParams(_ request: EmptyObject) -> RecaptchaParams.Response {
    RecaptchaParams.Response(
      recaptchaSiteKey: siteKey(.v2).text, producerProjectNumber: ProjectSettings.number(ofProject: project))
  }

  /// The project's own key of that kind.
  func siteKey(_ kind: LocalSiteKey.Kind) -> LocalSiteKey {
    LocalSiteKey(kind, projectNumber: ProjectSettings.number(ofProject: project))
  }
}
