import CommandKit

/// What a link is asked for, as `--purpose` says it.
enum LinkPurpose: String, CaseIterable, ArgumentValue {
  case signIn = "signin"
  case verifyEmail = "verify-email"
  case resetPassword = "reset-password"
  case changeEmail = "change-email"
}
