/**
 * The messages about passwords in Korean.
 *
 * @module
 */

import type { PasswordMailsMessages, PasswordMessages, SecurityMailsMessages } from "../password_types.ts";

/** The pages. */
export const password: PasswordMessages = {
  signUpHeading: "계정 만들기",
  signUpHeadingNamed: "{app} 계정 만들기",
  signUpButton: "계정 만들기",
  unverified: "비밀번호가 맞습니다. 이 주소는 아직 확인되지 않았습니다. 이메일로 확인하면 로그인됩니다.",
  unknownBrowser: "처음 보는 브라우저입니다. 로그인하려면 {email} 주소로 보내 드린 인증 코드를 입력하세요.",
  agreement: "계정을 만들면 다음에 동의하게 됩니다: {documents}",
  haveAccount: "이미 계정이 있으신가요?",
  signIn: "로그인",
  hint: "{count}자 이상 입력하세요. 단어 몇 개를 이어 쓰면 안전하고 기억하기도 쉽습니다.",
  typed: "{count}자 중 {typed}자.",
  longEnough: "길이가 충분합니다.",
  forgotHeading: "새 비밀번호 설정",
  forgotText: "이메일 주소를 입력하세요. 새 비밀번호를 설정할 수 있는 링크를 보내 드립니다.",
  forgotButton: "링크를 이메일로 받기",
  chooseHeading: "비밀번호 설정",
  chooseText: "{email} 계정의 비밀번호입니다. 저장하면 로그인됩니다.",
  chooseTextWithCode:
    "{email} 주소로 링크와 인증 코드를 보내 드렸습니다. 링크를 열거나 여기에 인증 코드와 새 비밀번호를 " +
    "입력하세요.",
  chooseButton: "저장하고 로그인",
  keepHeading: "본인이 만든 비밀번호인가요?",
  keepText: "{email} 계정에는 이 주소가 확인되기 전에 설정된 비밀번호가 있습니다. " +
    "직접 정한 것이라면 입력하세요. 그대로 유지됩니다.",
  keepButton: "이 비밀번호 유지",
  keepWrong: "틀리면 다른 사람이 설정했을 수 있으므로 삭제됩니다. 그다음 새 비밀번호를 정할 수 있습니다.",
  keepOther: "비밀번호를 정한 적이 없다면 새 계정이 만들어지고, 다른 계정은 더 이상 이 주소를 갖지 않습니다.",
  keepNever: "비밀번호를 정한 적이 없음",
  removed: "이전 비밀번호가 삭제되었습니다. 새 비밀번호를 정할 수 있습니다.",
  changeHeading: "비밀번호 변경",
  addHeading: "비밀번호 추가",
  changeText: "다른 모든 브라우저에서 로그아웃됩니다.",
  currentPassword: "현재 비밀번호",
  newPassword: "새 비밀번호",
  changeButton: "비밀번호 저장",
  cancel: "취소",
  change: "비밀번호 변경",
  add: "비밀번호 추가",
  setAt: "설정한 날짜: {date}",
  changed: "비밀번호를 저장했습니다. 다른 모든 기기에서 로그아웃했습니다.",
  errors: {
    TooShort: {
      what: "비밀번호가 너무 짧습니다.",
      now: "단어 몇 개를 이어 쓰는 등 {count}자 이상으로 만드세요.",
    },
    TooLong: { what: "비밀번호가 너무 깁니다.", now: "1024자 이하로 만드세요." },
    TooCommon: {
      what: "다른 사람이 가장 먼저 시도해 보는 비밀번호입니다.",
      now: "서로 관련 없는 단어 몇 개를 이어 쓰는 등 다른 비밀번호를 선택하세요.",
    },
    Leaked: {
      what: "데이터 유출로 알려진 비밀번호입니다.",
      now: "다른 비밀번호를 선택하고, 이 비밀번호를 쓰는 다른 곳에서도 변경하세요.",
    },
    WrongPassword: { what: "현재 비밀번호가 아닙니다.", now: "확인한 후 다시 시도하세요." },
  },
};

/** The mails. */
export const passwordMails: PasswordMailsMessages = {
  confirm: {
    subject: "{app}에서 사용할 주소를 인증하세요",
    intro: "{app}에 오신 것을 환영합니다. 본인의 주소임을 인증하면 계정을 사용할 수 있습니다.",
    openLink: "주소를 인증하려면 다음 링크를 여세요:",
    button: "주소 인증",
    ignore: "계정을 만들지 않았다면 이 이메일을 무시하세요. 이 이메일 없이는 계정이 만들어지지 않습니다.",
  },
  exists: {
    subject: "이미 {app} 계정이 있습니다",
    intro: "누군가 이 주소로 {app} 계정을 만들려고 했습니다. 본인일 수도 있습니다. 이미 계정이 있으니 " +
      "평소처럼 로그인하세요. 비밀번호를 잊으셨다면 새로 설정하세요.",
    openLink: "새 비밀번호를 설정하려면 다음 링크를 여세요:",
    button: "새 비밀번호 설정",
    ignore: "본인이 아니라면 이 이메일을 무시하세요. 변경된 것은 없습니다.",
  },
  reset: {
    subject: "{app} 새 비밀번호 설정",
    intro: "{app} 계정의 새 비밀번호를 설정하세요. 설정하면 다른 모든 브라우저에서 로그아웃됩니다.",
    openLink: "새 비밀번호를 설정하려면 다음 링크를 여세요:",
    button: "새 비밀번호 설정",
    ignore: "이 이메일을 요청하지 않았다면 무시하세요. 비밀번호는 변경되지 않았습니다.",
  },
  noAccount: {
    subject: "이 주소의 {app} 계정이 없습니다",
    intro:
      "누군가 {app}의 새 비밀번호를 요청했지만 이 주소의 계정이 없습니다. 본인이 요청했다면 다른 주소나 " +
      "다른 로그인 방법을 사용했을 수 있습니다.",
    openLink: "계정을 만들려면 다음 링크를 여세요:",
    button: "계정 만들기",
    ignore: "본인이 아니라면 이 이메일을 무시하세요. 아무 일도 일어나지 않았습니다.",
  },
  unknownBrowser: {
    subject: "{app} 로그인 확인",
    intro: "누군가가(본인일 수도 있습니다) 처음 보는 브라우저에서 {app} 비밀번호를 입력했습니다.",
    openLink:
      "본인이 아니라면 다른 사람이 비밀번호를 알고 있는 것입니다. 새 비밀번호를 설정하려면 다음 링크를 여세요:",
    button: "새 비밀번호 설정",
    typeCode: "본인이라면 그 브라우저에 다음 인증 코드를 입력하세요:",
    ignore:
      "본인이 아니라면 즉시 새 비밀번호를 설정하세요. 인증 코드가 없으면 그 브라우저에서 로그인할 수 없습니다.",
  },
};

const LOOK = {
  button: "본인이 아닙니다",
  ignore: "본인이라면 이 이메일을 무시하세요. 본인이 아니라면 즉시 다른 모든 곳에서 로그아웃하세요.",
};

/** The mails that tell a user what has happened to their account. */
export const securityMails: SecurityMailsMessages = {
  newDevice: {
    subject: "{app}에 새로 로그인했습니다",
    intro: "처음 보는 브라우저에서 {app} 계정에 로그인했습니다: {details}.",
    openLink: "이 링크를 열어 로그인한 곳을 확인하세요:",
    ...LOOK,
  },
  passwordChanged: {
    subject: "{app} 비밀번호가 새로 설정되었습니다",
    intro: "{app} 계정의 비밀번호가 설정되었습니다: {details}. 다른 모든 브라우저에서 로그아웃되었습니다.",
    openLink: "본인이 아니라면 이 링크를 열어 다른 비밀번호를 선택하세요:",
    button: "다른 비밀번호 선택하기",
    otherButton: "내 계정 확인하기",
    ignore: "본인이라면 이 이메일을 무시하세요.",
  },
  wayAdded: {
    subject: "{app} 로그인 방법이 추가되었습니다",
    intro: "{app} 계정에 로그인 방법이 추가되었습니다: {way} ({details}).",
    openLink: "이 링크를 열어 모든 로그인 방법을 확인하세요:",
    ...LOOK,
  },
  wayRemoved: {
    subject: "{app} 로그인 방법이 삭제되었습니다",
    intro: "{app} 계정에서 로그인 방법이 삭제되었습니다: {way} ({details}).",
    openLink: "이 링크를 열어 모든 로그인 방법을 확인하세요:",
    ...LOOK,
  },
};
