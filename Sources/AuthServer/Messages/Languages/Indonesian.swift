extension MessageLanguage {
  static let indonesian = MessageLanguage(
    tag: "id", otherTags: ["in"],
    sms: "{code} adalah kode verifikasi Anda untuk {project}.",
    greeting: "Halo,",
    farewell: "Terima kasih,\nTim {project}",
    signIn: Sentences(
      subject: "Masuk ke {project}",
      request: "Buka link ini untuk masuk ke {project} sebagai {email}:",
      otherwise: "Jika Anda tidak meminta untuk masuk, abaikan pesan ini."),
    resetPassword: Sentences(
      subject: "Setel ulang sandi {project} Anda",
      request: "Buka link ini untuk menyetel ulang sandi {project} bagi akun {email}:",
      otherwise: "Jika Anda tidak meminta penyetelan ulang sandi, abaikan pesan ini."),
    verifyEmail: Sentences(
      subject: "Verifikasi alamat email Anda untuk {project}",
      request: "Buka link ini untuk memverifikasi alamat email {email}:",
      otherwise: "Jika Anda tidak meminta verifikasi alamat ini, abaikan pesan ini."),
    changeEmail: Sentences(
      subject: "Verifikasi alamat email baru Anda untuk {project}",
      request: "Buka link ini untuk mengubah alamat email {project} Anda dari {email} menjadi {newEmail}:",
      otherwise: "Jika Anda tidak meminta perubahan alamat email, abaikan pesan ini."),
    recoverEmail: Sentences(
      subject: "Alamat email {project} Anda telah diubah",
      request:
        "Alamat email {project} Anda telah diubah menjadi {newEmail}. Jika bukan Anda yang mengubahnya, "
        + "buka link ini untuk kembali ke {email}:",
      otherwise: "Jika Anda sendiri yang mengubahnya, abaikan pesan ini."),
    revertSecondFactor: Sentences(
      subject: "Faktor kedua telah ditambahkan ke akun {project} Anda",
      request:
        "Faktor kedua telah ditambahkan ke akun {project} {email} Anda. Jika bukan Anda yang "
        + "menambahkannya, buka link ini untuk menghapusnya:",
      otherwise: "Jika Anda sendiri yang menambahkannya, abaikan pesan ini."))
}
