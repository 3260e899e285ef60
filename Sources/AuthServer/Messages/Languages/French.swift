extension MessageLanguage {
  static let french = MessageLanguage(
    tag: "fr",
    sms: "{code} est votre code de validation pour {project}.",
    greeting: "Bonjour,",
    farewell: "Merci,\nL’équipe {project}",
    signIn: Sentences(
      subject: "Connexion à {project}",
      request: "Ouvrez ce lien pour vous connecter à {project} avec l’adresse {email} :",
      otherwise: "Si vous n’avez pas demandé à vous connecter, vous pouvez ignorer ce message."),
    resetPassword: Sentences(
      subject: "Réinitialisation de votre mot de passe {project}",
      request: "Ouvrez ce lien pour réinitialiser le mot de passe {project} de votre compte {email} :",
      otherwise:
        "Si vous n’avez pas demandé à réinitialiser votre mot de passe, vous pouvez ignorer ce message."),
    verifyEmail: Sentences(
      subject: "Validez votre adresse e-mail pour {project}",
      request: "Ouvrez ce lien pour valider votre adresse e-mail {email} :",
      otherwise: "Si vous n’avez pas demandé à valider cette adresse, vous pouvez ignorer ce message."),
    changeEmail: Sentences(
      subject: "Validez votre nouvelle adresse e-mail pour {project}",
      request:
        "Ouvrez ce lien pour remplacer l’adresse e-mail {email} de votre compte {project} "
        + "par {newEmail} :",
      otherwise: "Si vous n’avez pas demandé à changer d’adresse, vous pouvez ignorer ce message."),
    recoverEmail: Sentences(
      subject: "Votre adresse e-mail pour {project} a été modifiée",
      request:
        "L’adresse e-mail de votre compte {project} est désormais {newEmail}. Si vous n’êtes pas à "
        + "l’origine de ce changement, ouvrez ce lien pour revenir à {email} :",
      otherwise: "Si vous l’avez modifiée vous-même, vous pouvez ignorer ce message."),
    revertSecondFactor: Sentences(
      subject: "Un second facteur a été ajouté à votre compte {project}",
      request:
        "Un second facteur a été ajouté à votre compte {project} {email}. Si vous n’êtes pas à l’origine "
        + "de cet ajout, ouvrez ce lien pour le supprimer :",
      otherwise: "Si vous l’avez ajouté vous-même, vous pouvez ignorer ce message."))
}
