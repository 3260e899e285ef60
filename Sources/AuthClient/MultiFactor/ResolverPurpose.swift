/// What a second factor ends.
enum ResolverPurpose: Sendable {
  case signIn
  case link
  case reauthentication
}
