extension MessageLanguage {
  static let turkish = MessageLanguage(
    tag: "tr",
    sms: "{code}, {project} için doğrulama kodunuzdur.",
    greeting: "Merhaba,",
    farewell: "Teşekkürler,\n{project} ekibi",
    signIn: Sentences(
      subject: "{project} hesabınızda oturum açın",
      request: "{project} hesabınızda {email} olarak oturum açmak için bu bağlantıyı açın:",
      otherwise: "Oturum açma isteğinde bulunmadıysanız bu iletiyi yok sayabilirsiniz."),
    resetPassword: Sentences(
      subject: "{project} şifrenizi sıfırlayın",
      request: "{email} hesabınızın {project} şifresini sıfırlamak için bu bağlantıyı açın:",
      otherwise: "Şifre sıfırlama isteğinde bulunmadıysanız bu iletiyi yok sayabilirsiniz."),
    verifyEmail: Sentences(
      subject: "{project} için e-posta adresinizi doğrulayın",
      request: "{email} e-posta adresinizi doğrulamak için bu bağlantıyı açın:",
      otherwise: "Bu adresin doğrulanmasını istemediyseniz bu iletiyi yok sayabilirsiniz."),
    changeEmail: Sentences(
      subject: "{project} için yeni e-posta adresinizi doğrulayın",
      request:
        "{project} e-posta adresinizi {email} yerine {newEmail} olarak değiştirmek için bu bağlantıyı "
        + "açın:",
      otherwise: "Adres değişikliği isteğinde bulunmadıysanız bu iletiyi yok sayabilirsiniz."),
    recoverEmail: Sentences(
      subject: "{project} e-posta adresiniz değiştirildi",
      request:
        "{project} e-posta adresiniz {newEmail} olarak değiştirildi. Bu değişikliği siz yapmadıysanız "
        + "{email} adresine geri dönmek için bu bağlantıyı açın:",
      otherwise: "Değişikliği siz yaptıysanız bu iletiyi yok sayabilirsiniz."),
    revertSecondFactor: Sentences(
      subject: "{project} hesabınıza ikinci bir faktör eklendi",
      request:
        "{project} hesabınıza ({email}) ikinci bir faktör eklendi. Bunu siz eklemediyseniz kaldırmak "
        + "için bu bağlantıyı açın:",
      otherwise: "Bunu siz eklediyseniz bu iletiyi yok sayabilirsiniz."))
}
