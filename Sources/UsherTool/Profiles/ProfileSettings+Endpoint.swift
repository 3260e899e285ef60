extension ProfileSettings {
  /// `local`, `production` or a URL; nil where the profile says nothing.
  var endpointWord: String? { endpoint ?? (apiKey == nil ? nil : "production") }
}
