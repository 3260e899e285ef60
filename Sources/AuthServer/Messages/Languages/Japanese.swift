extension MessageLanguage {
  static let japanese = MessageLanguage(
    tag: "ja",
    sms: "{code} は {project} の確認コードです。",
    greeting: "お客様",
    farewell: "よろしくお願いいたします。\n{project} チーム",
    signIn: Sentences(
      subject: "{project} へのログイン",
      request: "{email} として {project} にログインするには、次のリンクを開いてください。",
      otherwise: "ログインをリクエストしていない場合は、このメールを無視してください。"),
    resetPassword: Sentences(
      subject: "{project} のパスワードの再設定",
      request: "{project} のアカウント {email} のパスワードを再設定するには、次のリンクを開いてください。",
      otherwise: "パスワードの再設定をリクエストしていない場合は、このメールを無視してください。"),
    verifyEmail: Sentences(
      subject: "{project} のメールアドレスの確認",
      request: "メールアドレス {email} を確認するには、次のリンクを開いてください。",
      otherwise: "このアドレスの確認をリクエストしていない場合は、このメールを無視してください。"),
    changeEmail: Sentences(
      subject: "{project} の新しいメールアドレスの確認",
      request:
        "{project} のメールアドレスを {email} から {newEmail} に変更するには、"
        + "次のリンクを開いてください。",
      otherwise: "メールアドレスの変更をリクエストしていない場合は、このメールを無視してください。"),
    recoverEmail: Sentences(
      subject: "{project} のメールアドレスが変更されました",
      request:
        "{project} のメールアドレスが {newEmail} に変更されました。変更した覚えがない場合は、"
        + "次のリンクを開いて {email} に戻してください。",
      otherwise: "ご自身で変更した場合は、このメールを無視してください。"),
    revertSecondFactor: Sentences(
      subject: "{project} のアカウントに 2 つ目の認証要素が追加されました",
      request:
        "{project} のアカウント {email} に 2 つ目の認証要素が追加されました。追加した覚えがない場合は、"
        + "次のリンクを開いて削除してください。",
      otherwise: "ご自身で追加した場合は、このメールを無視してください。"))
}
