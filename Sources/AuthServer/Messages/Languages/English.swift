extension MessageLanguage {
  static let english = MessageLanguage(
    tag: "en",
    sms: "{code} is your verification code for {project}.",
    greeting: "Hello,",
    farewell: "Thanks,\nYour {project} team",
    signIn: Sentences(
      subject: "Sign in to {project}",
      request: "Follow this link to sign in to {project} as {email}:",
      otherwise: "If you did not ask to sign in, you can ignore this message."),
    resetPassword: Sentences(
      subject: "Reset your password for {project}",
      request: "Follow this link to reset the {project} password of your {email} account:",
      otherwise: "If you did not ask to reset your password, you can ignore this message."),
    verifyEmail: Sentences(
      subject: "Verify your address for {project}",
      request: "Follow this link to verify your address {email}:",
      otherwise: "If you did not ask to verify this address, you can ignore this message."),
    changeEmail: Sentences(
      subject: "Verify your new address for {project}",
      request: "Follow this link to change your {project} address from {email} to {newEmail}:",
      otherwise: "If you did not ask to change your address, you can ignore this message."),
    recoverEmail: Sentences(
      subject: "Your address for {project} was changed",
      request:
        "Your {project} address was changed to {newEmail}. If that was not you, follow this link to go "
        + "back to {email}:",
      otherwise: "If you changed it yourself, you can ignore this message."),
    revertSecondFactor: Sentences(
      subject: "A second factor was added to your {project} account",
      request:
        "A second factor was added to your {project} account {email}. If that was not you, follow this "
        + "link to remove it:",
      otherwise: "If you added it yourself, you can ignore this message."))
}
