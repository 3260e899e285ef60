extension MessageLanguage {
  static let german = MessageLanguage(
    tag: "de",
    sms: "{code} ist Ihr Bestätigungscode für {project}.",
    greeting: "Guten Tag,",
    farewell: "Vielen Dank\nIhr {project}-Team",
    signIn: Sentences(
      subject: "Anmeldung bei {project}",
      request: "Mit diesem Link melden Sie sich als {email} bei {project} an:",
      otherwise: "Wenn Sie keine Anmeldung angefordert haben, können Sie diese Nachricht ignorieren."),
    resetPassword: Sentences(
      subject: "Passwort für {project} zurücksetzen",
      request: "Mit diesem Link setzen Sie das {project}-Passwort Ihres Kontos {email} zurück:",
      otherwise:
        "Wenn Sie das Zurücksetzen nicht angefordert haben, können Sie diese Nachricht ignorieren."),
    verifyEmail: Sentences(
      subject: "E-Mail-Adresse für {project} bestätigen",
      request: "Mit diesem Link bestätigen Sie Ihre E-Mail-Adresse {email}:",
      otherwise:
        "Wenn Sie diese Bestätigung nicht angefordert haben, können Sie diese Nachricht ignorieren."),
    changeEmail: Sentences(
      subject: "Neue E-Mail-Adresse für {project} bestätigen",
      request: "Mit diesem Link ändern Sie Ihre E-Mail-Adresse bei {project} von {email} in {newEmail}:",
      otherwise: "Wenn Sie diese Änderung nicht angefordert haben, können Sie diese Nachricht ignorieren."),
    recoverEmail: Sentences(
      subject: "Ihre E-Mail-Adresse bei {project} wurde geändert",
      request:
        "Ihre E-Mail-Adresse bei {project} wurde in {newEmail} geändert. Wenn Sie das nicht waren, "
        + "kehren Sie mit diesem Link zu {email} zurück:",
      otherwise: "Wenn Sie sie selbst geändert haben, können Sie diese Nachricht ignorieren."),
    revertSecondFactor: Sentences(
      subject: "Ihrem {project}-Konto wurde ein zweiter Faktor hinzugefügt",
      request:
        "Ihrem {project}-Konto {email} wurde ein zweiter Faktor hinzugefügt. Wenn Sie das nicht waren, "
        + "entfernen Sie ihn mit diesem Link:",
      otherwise: "Wenn Sie ihn selbst hinzugefügt haben, können Sie diese Nachricht ignorieren."))
}
