extension MessageLanguage {
  static let italian = MessageLanguage(
    tag: "it",
    sms: "{code} è il tuo codice di verifica per {project}.",
    greeting: "Ciao,",
    farewell: "Grazie,\nil team di {project}",
    signIn: Sentences(
      subject: "Accedi a {project}",
      request: "Apri questo link per accedere a {project} come {email}:",
      otherwise: "Se non hai chiesto di accedere, puoi ignorare questo messaggio."),
    resetPassword: Sentences(
      subject: "Reimposta la tua password di {project}",
      request: "Apri questo link per reimpostare la password di {project} del tuo account {email}:",
      otherwise: "Se non hai chiesto di reimpostare la password, puoi ignorare questo messaggio."),
    verifyEmail: Sentences(
      subject: "Verifica il tuo indirizzo email per {project}",
      request: "Apri questo link per verificare il tuo indirizzo email {email}:",
      otherwise: "Se non hai chiesto di verificare questo indirizzo, puoi ignorare questo messaggio."),
    changeEmail: Sentences(
      subject: "Verifica il tuo nuovo indirizzo email per {project}",
      request: "Apri questo link per cambiare il tuo indirizzo email di {project} da {email} a {newEmail}:",
      otherwise: "Se non hai chiesto di cambiare indirizzo, puoi ignorare questo messaggio."),
    recoverEmail: Sentences(
      subject: "Il tuo indirizzo email di {project} è stato modificato",
      request:
        "Il tuo indirizzo email di {project} ora è {newEmail}. Se non l’hai modificato tu, apri questo "
        + "link per tornare a {email}:",
      otherwise: "Se l’hai modificato tu, puoi ignorare questo messaggio."),
    revertSecondFactor: Sentences(
      subject: "Al tuo account {project} è stato aggiunto un secondo fattore",
      request:
        "Al tuo account {project} {email} è stato aggiunto un secondo fattore. Se non l’hai aggiunto tu, "
        + "apri questo link per rimuoverlo:",
      otherwise: "Se l’hai aggiunto tu, puoi ignorare questo messaggio."))
}
