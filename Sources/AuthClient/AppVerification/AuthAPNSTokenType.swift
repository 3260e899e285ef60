/// Which of Apple's push services a token is for.
public enum AuthAPNSTokenType: Sendable {
  case prod
  case sandbox
}
