/// A credential that a provider of this library made.
protocol SignInCredential: AuthCredential {
  /// Which of the library's credentials it is.
  /// - Throws: What is wrong with what it was made of.
  var kind: ProviderCredential { get throws(AuthFailure) }
}
