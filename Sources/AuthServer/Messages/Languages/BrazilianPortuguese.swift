extension MessageLanguage {
  static let brazilianPortuguese = MessageLanguage(
    tag: "pt-BR", otherTags: ["pt"],
    sms: "{code} é o seu código de verificação para {project}.",
    greeting: "Olá,",
    farewell: "Obrigado,\nEquipe {project}",
    signIn: Sentences(
      subject: "Faça login em {project}",
      request: "Abra este link para fazer login em {project} como {email}:",
      otherwise: "Se você não pediu para fazer login, ignore esta mensagem."),
    resetPassword: Sentences(
      subject: "Redefina sua senha de {project}",
      request: "Abra este link para redefinir a senha de {project} da sua conta {email}:",
      otherwise: "Se você não pediu para redefinir a senha, ignore esta mensagem."),
    verifyEmail: Sentences(
      subject: "Verifique seu endereço de e-mail em {project}",
      request: "Abra este link para verificar seu endereço de e-mail {email}:",
      otherwise: "Se você não pediu para verificar este endereço, ignore esta mensagem."),
    changeEmail: Sentences(
      subject: "Verifique seu novo endereço de e-mail em {project}",
      request:
        "Abra este link para alterar seu endereço de e-mail em {project} de {email} para {newEmail}:",
      otherwise: "Se você não pediu para alterar o endereço, ignore esta mensagem."),
    recoverEmail: Sentences(
      subject: "Seu endereço de e-mail em {project} foi alterado",
      request:
        "Seu endereço de e-mail em {project} foi alterado para {newEmail}. Se não foi você, abra este "
        + "link para voltar a usar {email}:",
      otherwise: "Se foi você, ignore esta mensagem."),
    revertSecondFactor: Sentences(
      subject: "Um segundo fator foi adicionado à sua conta de {project}",
      request:
        "Um segundo fator foi adicionado à sua conta {email} de {project}. Se não foi você, abra este "
        + "link para removê-lo:",
      otherwise: "Se foi você, ignore esta mensagem."))
}
