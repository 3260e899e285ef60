extension MessageLanguage {
  static let polish = MessageLanguage(
    tag: "pl",
    sms: "{code} to Twój kod weryfikacyjny do {project}.",
    greeting: "Dzień dobry,",
    farewell: "Dziękujemy,\nZespół {project}",
    signIn: Sentences(
      subject: "Zaloguj się do {project}",
      request: "Otwórz ten link, aby zalogować się do {project} jako {email}:",
      otherwise: "Jeśli prośba o zalogowanie nie pochodzi od Ciebie, możesz zignorować tę wiadomość."),
    resetPassword: Sentences(
      subject: "Zresetuj hasło do {project}",
      request: "Otwórz ten link, aby zresetować hasło do {project} dla konta {email}:",
      otherwise:
        "Jeśli prośba o zresetowanie hasła nie pochodzi od Ciebie, możesz zignorować tę wiadomość."),
    verifyEmail: Sentences(
      subject: "Zweryfikuj swój adres e-mail w {project}",
      request: "Otwórz ten link, aby zweryfikować swój adres e-mail {email}:",
      otherwise:
        "Jeśli prośba o weryfikację tego adresu nie pochodzi od Ciebie, możesz zignorować tę wiadomość."),
    changeEmail: Sentences(
      subject: "Zweryfikuj swój nowy adres e-mail w {project}",
      request: "Otwórz ten link, aby zmienić swój adres e-mail w {project} z {email} na {newEmail}:",
      otherwise: "Jeśli prośba o zmianę adresu nie pochodzi od Ciebie, możesz zignorować tę wiadomość."),
    recoverEmail: Sentences(
      subject: "Twój adres e-mail w {project} został zmieniony",
      request:
        "Twój adres e-mail w {project} został zmieniony na {newEmail}. Jeśli to nie Twoja zmiana, otwórz "
        + "ten link, aby przywrócić {email}:",
      otherwise: "Jeśli to Twoja zmiana, możesz zignorować tę wiadomość."),
    revertSecondFactor: Sentences(
      subject: "Do Twojego konta {project} dodano drugi składnik uwierzytelniania",
      request:
        "Do Twojego konta {project} {email} dodano drugi składnik uwierzytelniania. Jeśli nie został "
        + "dodany przez Ciebie, otwórz ten link, aby go usunąć:",
      otherwise: "Jeśli został dodany przez Ciebie, możesz zignorować tę wiadomość."))
}
