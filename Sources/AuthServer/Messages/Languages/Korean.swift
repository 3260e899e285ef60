extension MessageLanguage {
  static let korean = MessageLanguage(
    tag: "ko",
    sms: "{code}은(는) {project}의 인증 코드입니다.",
    greeting: "안녕하세요.",
    farewell: "감사합니다.\n{project} 팀",
    signIn: Sentences(
      subject: "{project}에 로그인",
      request: "다음 링크를 열어 {email}(으)로 {project}에 로그인하세요.",
      otherwise: "로그인을 요청하지 않았다면 이 메일을 무시하셔도 됩니다."),
    resetPassword: Sentences(
      subject: "{project} 비밀번호 재설정",
      request: "다음 링크를 열어 {email} 계정의 {project} 비밀번호를 재설정하세요.",
      otherwise: "비밀번호 재설정을 요청하지 않았다면 이 메일을 무시하셔도 됩니다."),
    verifyEmail: Sentences(
      subject: "{project}에서 사용하는 이메일 주소 인증",
      request: "다음 링크를 열어 이메일 주소 {email}을(를) 인증하세요.",
      otherwise: "이 주소의 인증을 요청하지 않았다면 이 메일을 무시하셔도 됩니다."),
    changeEmail: Sentences(
      subject: "{project}에서 사용할 새 이메일 주소 인증",
      request: "다음 링크를 열어 {project} 이메일 주소를 {email}에서 {newEmail}(으)로 변경하세요.",
      otherwise: "이메일 주소 변경을 요청하지 않았다면 이 메일을 무시하셔도 됩니다."),
    recoverEmail: Sentences(
      subject: "{project} 이메일 주소가 변경되었습니다",
      request:
        "{project} 이메일 주소가 {newEmail}(으)로 변경되었습니다. 직접 변경하지 않았다면 다음 링크를 "
        + "열어 {email}(으)로 되돌리세요.",
      otherwise: "직접 변경했다면 이 메일을 무시하셔도 됩니다."),
    revertSecondFactor: Sentences(
      subject: "{project} 계정에 2차 인증 수단이 추가되었습니다",
      request:
        "{project} 계정 {email}에 2차 인증 수단이 추가되었습니다. 직접 추가하지 않았다면 다음 링크를 "
        + "열어 삭제하세요.",
      otherwise: "직접 추가했다면 이 메일을 무시하셔도 됩니다."))
}
