extension MessageLanguage {
  static let spanish = MessageLanguage(
    tag: "es",
    sms: "{code} es tu código de verificación de {project}.",
    greeting: "Hola:",
    farewell: "Gracias,\nEl equipo de {project}",
    signIn: Sentences(
      subject: "Inicia sesión en {project}",
      request: "Abre este enlace para iniciar sesión en {project} como {email}:",
      otherwise: "Si no has pedido iniciar sesión, puedes ignorar este mensaje."),
    resetPassword: Sentences(
      subject: "Restablece tu contraseña de {project}",
      request: "Abre este enlace para restablecer la contraseña de {project} de tu cuenta {email}:",
      otherwise: "Si no has pedido restablecer la contraseña, puedes ignorar este mensaje."),
    verifyEmail: Sentences(
      subject: "Verifica tu dirección de {project}",
      request: "Abre este enlace para verificar tu dirección {email}:",
      otherwise: "Si no has pedido verificar esta dirección, puedes ignorar este mensaje."),
    changeEmail: Sentences(
      subject: "Verifica tu nueva dirección de {project}",
      request: "Abre este enlace para cambiar tu dirección de {project} de {email} a {newEmail}:",
      otherwise: "Si no has pedido cambiar tu dirección, puedes ignorar este mensaje."),
    recoverEmail: Sentences(
      subject: "Se ha cambiado tu dirección de {project}",
      request:
        "Tu dirección de {project} ahora es {newEmail}. Si no has sido tú, abre este enlace para volver "
        + "a {email}:",
      otherwise: "Si la has cambiado tú, puedes ignorar este mensaje."),
    revertSecondFactor: Sentences(
      subject: "Se ha añadido un segundo factor a tu cuenta de {project}",
      request:
        "Se ha añadido un segundo factor a tu cuenta {email} de {project}. Si no has sido tú, abre este "
        + "enlace para quitarlo:",
      otherwise: "Si lo has añadido tú, puedes ignorar este mensaje."))
}
