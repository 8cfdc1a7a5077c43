/**
 * The messages in Korean.
 *
 * @module
 */

import { account } from "./account/ko.ts";
import { activity } from "./activity/ko.ts";
import { deletion, deletionMails } from "./deletion/ko.ts";
import { emailChange, emailChangeMails } from "./email_change/ko.ts";
import { password, passwordMails, securityMails } from "./passwords/ko.ts";
import { signUp } from "./sign_up/ko.ts";
import { userNames } from "./user_names/ko.ts";
import { administration } from "./administration/ko.ts";
import { profile } from "./profile/ko.ts";
import type { Messages } from "./types.ts";

const AGAIN = "다시 시도하거나 다른 방법으로 로그인하세요.";
const BEFORE = "본인이라면 이전과 같은 방법으로 로그인하세요. 본인이 아니라면 문의해 주세요.";
const UNVERIFIED = "이 주소의 계정이 있지만 주소가 인증된 적이 없습니다.";

/** The messages. */
export const ko: Messages = {
  general: {
    back: "{app} 사이트로 돌아가기",
    unknownError: { what: "로그인하지 못했습니다.", now: "다시 시도하세요." },
    errorTitle: "오류: {title}",
    wait: "잠시 기다려 주세요.",
    waitTime: "대기 시간: {time}",
    triesLeft: "{count}번 더 시도할 수 있습니다.",
    justNow: "방금",
    email: "이메일",
    passkey: "패스키",
    device: "{system}의 {browser}",
    terms: "이용약관",
    privacy: "개인정보 처리방침",
    support: "도움말",
    otherWay: "다른 방법으로 로그인",
    keptForm: {
      heading: "한 단계 남았습니다",
      text: "양식이 아직 전송되지 않았습니다.",
      button: "보내기",
      page: "페이지",
      filledIn: "작성 시각",
      files: "파일은 보관되지 않습니다. 다시 선택해 주세요.",
      discard: "보내지 않기",
    },
  },
  signIn: {
    heading: "로그인",
    headingNamed: "{app}에 로그인",
    purpose: "{app}에서 계속하려면 로그인하세요",
    headingToAdd: "로그인 방법 추가",
    purposeToAdd: "{app} 계정에 추가합니다",
    current: "{person} 님으로 로그인되어 있습니다.",
    currentNameless: "로그인되어 있습니다.",
    another: "다른 계정으로도 로그인할 수 있습니다.",
    adding: "여기서 선택한 방법으로 이 계정에 로그인할 수 있게 됩니다.",
    button: "{provider} 계정으로 계속하기",
    signUp: "{provider} 계정으로 가입",
    address: "이메일 주소",
    addressExample: "you@example.com",
    password: "비밀번호",
    continue: "계속",
    submit: "로그인",
    forgotPassword: "비밀번호를 잊으셨나요?",
    showPassword: "비밀번호 표시",
    sendMail: "로그인 링크를 이메일로 받기",
    sendMailWith: "{provider} 이메일로 로그인 링크 받기",
    usePasskey: "패스키로 로그인",
    createPasskey: "패스키로 가입",
    addPasskey: "패스키 추가",
    passkeyNeedsScript: "패스키를 사용하려면 JavaScript가 필요합니다.",
    lastUsed: "최근 사용",
    more: "다른 로그인 방법",
    newHere: "처음이신가요?",
    register: "계정 만들기",
    or: "또는",
    nothingToAdd: "더 추가할 수 있는 방법이 없습니다.",
    noProvider: {
      what: "아직 로그인 방법이 없습니다.",
      now: "이 사이트의 운영자라면 설정에 공급자를 추가하세요.",
    },
  },
  signInErrors: {
    AccountNotLinked: { what: "이 패스키 또는 해당 주소는 다른 사용자의 것입니다.", now: BEFORE },
    CredentialsSignin: { what: "입력한 정보가 올바르지 않습니다.", now: "확인한 후 다시 시도하세요." },
    EmailSignInError: {
      what: "이메일을 보내지 못했습니다.",
      now: "잠시 후 다시 시도하세요.",
    },
    InvalidCheck: {
      what: "로그인 시간이 초과되었거나 다른 브라우저에서 시작되었습니다.",
      now: "여기서 다시 시작하세요. 다시 발생하면 쿠키를 허용하세요.",
    },
    InvalidEmail: { what: "올바른 이메일 주소를 입력하세요.", now: "확인한 후 다시 시도하세요." },
    InvalidProvider: { what: "제공되지 않는 로그인 방법입니다.", now: "아래에서 선택하세요." },
    MissingCSRF: {
      what: "페이지를 너무 오래 열어 두었거나 쿠키가 차단되어 있습니다.",
      now: "쿠키를 허용하고 다시 시도하세요.",
    },
    OAuthAccountNotLinked: { what: "이 계정 또는 해당 주소는 다른 사용자의 것입니다.", now: BEFORE },
    OAuthCallbackError: { what: "로그인이 취소되었거나 거부되었습니다.", now: AGAIN },
    OAuthProfileParseError: {
      what: "선택한 서비스에서 계정 정보를 충분히 받지 못했습니다.",
      now: AGAIN,
    },
    OtherAccount: { what: "선택한 계정이 연결된 계정과 다릅니다.", now: AGAIN },
    ProviderResponseError: { what: "선택한 서비스의 응답을 신뢰할 수 없습니다.", now: AGAIN },
    ProviderUnavailable: { what: "선택한 서비스가 응답하지 않습니다.", now: AGAIN },
    RateLimited: {
      what: "시도 횟수가 너무 많습니다.",
      now: "잠시 후 다시 시도하거나 다른 방법으로 로그인하세요.",
    },
    ReconnectRequired: { what: "해당 서비스와의 연결이 끝났습니다.", now: "그 서비스로 다시 로그인하세요." },
    ReconnectRequiredWithName: {
      what: "{provider} 연결이 끝났습니다.",
      now: "{provider} 계정으로 다시 로그인하세요.",
    },
    ServerBusy: { what: "현재 서버가 매우 혼잡합니다.", now: "몇 초 후에 다시 시도하세요." },
    SessionNotFresh: { what: "본인인지 확인해 주세요.", now: "계속하려면 다시 로그인하세요." },
    SessionRequired: {
      what: "이 페이지를 보려면 로그인해야 합니다.",
      now: "로그인 방법을 선택하세요.",
    },
    TooManyWrongCodes: { what: "잘못된 코드를 너무 많이 입력했습니다.", now: "여기서 다시 시작하세요." },
    UserChanged: { what: "로그인하는 동안 계정이 변경되었습니다.", now: AGAIN },
    UserNotVerified: {
      what: UNVERIFIED,
      now:
        "이전과 같은 방법으로 로그인한 다음 여기서 이메일을 다시 요청하여 주소를 인증하세요. 이 계정을 만들지 않았다면 문의해 주세요.",
    },
    UserNotVerifiedWithWays: {
      what: UNVERIFIED,
      now:
        "{ways} 방식으로 로그인한 다음 여기서 이메일을 다시 요청하여 주소를 인증하세요. 이 계정을 만들지 않았다면 문의해 주세요.",
    },
    WebAuthnVerificationError: { what: "패스키를 확인하지 못했습니다.", now: AGAIN },
  },
  challenge: {
    needsScript: "이 양식을 사용하려면 JavaScript가 필요합니다.",
    errors: {
      ChallengeFailed: { what: "사람이 보낸 요청인지 확인하지 못했습니다.", now: "다시 시도하세요." },
    },
  },
  signOut: {
    headingSignedOut: "로그아웃되었습니다",
    textSignedOut: "이 브라우저에서는 {app}에 로그인한 사용자가 없습니다.",
    signIn: "로그인",
    heading: "로그아웃할까요?",
    text: "이 브라우저에서 {app} 세션이 종료됩니다.",
    button: "로그아웃",
    stay: "로그인 상태 유지",
  },
  verifyRequest: {
    heading: "이메일을 확인하세요",
    sentLinkAndCode:
      "{email} 주소로 링크와 인증 코드를 보내 드렸습니다. 링크를 열거나 여기에 인증 코드를 입력하세요.",
    sentLink: "{email} 주소로 로그인 링크를 보내 드렸습니다. 링크를 열어 로그인하세요.",
    again: "다시 보내기",
    againLater: "{seconds}초 후 다시 보내기",
    sentAgain: "이메일을 다시 보내 드렸습니다. 가장 최근 이메일만 유효합니다.",
    tooEarly: "이메일을 다시 요청하려면 {seconds}초 기다려 주세요.",
    otherAddress: "다른 주소 사용",
    link: "{app} 로그인 링크를 보내 드렸습니다. 링크를 열어 로그인하세요.",
    nothing: "몇 분이 지나도 도착하지 않으면 스팸함을 확인하세요.",
    code: "인증 코드",
    codeFormat: "숫자 8자리",
    button: "로그인",
    InvalidCode: {
      what: "인증 코드가 올바르지 않습니다.",
      now: "가장 최근 이메일과 비교한 후 다시 시도하세요.",
    },
  },
  confirmation: {
    heading: "본인이 맞나요?",
    question: "{email} 계정으로 {app}에 로그인할까요?",
    button: "로그인",
    note:
      "이 링크를 직접 요청하지 않았거나 본인의 주소가 아니라면 계속하지 마세요. 링크만으로는 아무도 로그인되지 않습니다.",
    no: "아니요, 제가 아닙니다",
    headingSignedIn: "이미 로그인되어 있습니다",
  },
  link: {
    heading: "계정에 추가할까요?",
    text: "{current} 님으로 로그인한 상태에서 방금 {provider} 계정을 사용했습니다.",
    textWithName: "{current} 님으로 로그인한 상태에서 방금 {provider} 계정을 {proven} 님으로 사용했습니다.",
    nameless: "이름 없는 사용자",
    add: "{provider} 계정을 {current} 님의 계정에 추가",
    addNameless: "{provider} 계정을 이 계정에 추가",
    switch: "{proven} 님으로 계속",
    switchNameless: "다른 사용자로 계속",
    note:
      "추가하면 앞으로 {account} 계정으로 {current} 님의 계정에 로그인할 수 있습니다. 둘 다 본인의 것일 때만 추가하세요.",
    noteNameless:
      "추가하면 앞으로 {account} 계정으로 현재 계정에 로그인할 수 있습니다. 둘 다 본인의 것일 때만 추가하세요.",
    cancel: "취소",
  },
  takenOver: {
    heading: "주소가 인증되었습니다",
    text: "이 주소의 계정이 이미 있었으며, 이제 본인만 사용할 수 있습니다.",
    done: "처리한 내용",
    removed: "삭제됨",
    signedOut: "다른 모든 브라우저에서 로그아웃했습니다",
    advice: "본인의 것이 있었다면 다시 설정할 수 있습니다.",
    again: "다시 설정",
    button: "계속",
  },
  account,
  activity,
  deletion,
  deletionMails,
  emailChange,
  emailChangeMails,
  profile,
  signUp,
  userNames,
  administration,
  error: {
    AccessDenied: {
      heading: "접근 권한이 없습니다",
      text: "이 계정으로는 로그인할 수 없습니다. 다른 계정을 사용하거나 사이트 운영자에게 문의하세요.",
      button: "다른 계정 사용",
    },
    Configuration: {
      heading: "로그인을 사용할 수 없습니다",
      text: "이 사이트가 올바르게 설정되지 않았습니다. 운영자라면 로그에서 변경할 내용을 확인하세요.",
    },
    UserNotStored: {
      heading: "이 사이트에서는 이 작업을 할 수 없습니다",
      text: "사이트 운영자에게 문의하세요.",
    },
    ServerError: {
      heading: "문제가 발생했습니다",
      text: "저희 쪽의 문제입니다. 잠시 후 다시 시도하세요.",
      button: "다시 시도",
    },
    Verification: {
      heading: "더 이상 사용할 수 없는 링크입니다",
      text:
        "이메일의 링크와 인증 코드는 짧은 시간 동안 한 번만 사용할 수 있으며, 잘못된 인증 코드를 여러 번 입력하면 사용할 수 없습니다. 새로 받으려면 다시 " +
        "로그인하세요.",
      button: "다시 로그인",
    },
    unknown: {
      heading: "문제가 발생했습니다",
      text: "로그인되지 않았습니다. 다시 시도하세요.",
      button: "로그인",
    },
  },
  passkey: {
    Configuration:
      "이 사이트에 패스키가 올바르게 설정되지 않았습니다. 운영자라면 로그에서 변경할 내용을 확인하세요.",
    InvalidEmail: "올바른 이메일 주소를 입력하세요(예: you@example.com).",
    InvalidStateError: "이 기기에 이미 패스키가 있습니다. 그 패스키로 로그인하세요.",
    NotAllowedError: "패스키를 사용하지 않았습니다. 취소되었거나 시간이 초과되었습니다. 다시 시도하세요.",
    NotSupportedError: "이 기기에서는 이 사이트의 패스키를 만들 수 없습니다.",
    SecurityError: "이 사이트는 이 주소에서 패스키를 사용할 수 없습니다.",
    "Invalid request": "먼저 로그인하세요. 가입하려면 양식을 작성하세요.",
    Unsupported: "이 브라우저는 패스키를 지원하지 않습니다. 다른 브라우저나 다른 로그인 방법을 사용하세요.",
    unknown: "작업을 완료하지 못했습니다. 잠시 후 다시 시도하세요.",
  },
  passkeyOffer: {
    heading: "다음에는 더 빠르게 로그인하세요",
    text:
      "패스키를 사용하면 지문, 얼굴 또는 PIN으로 로그인할 수 있습니다. 비밀번호를 기억하거나 이메일을 기다릴 필요가 없습니다.",
    button: "패스키 만들기",
    skip: "나중에",
  },
  mail: {
    subject: "{app} 로그인",
    preheader: "로그인 링크와 인증 코드를 보내 드립니다.",
    openLink: "다음 링크를 여세요:",
    button: "로그인",
    typeCode: "또는 인증 코드를 요청하는 페이지에 다음 인증 코드를 입력하세요:",
    lifetime: "둘 다 한 번만 사용할 수 있습니다. 유효 시간: {lifetime}.",
    asked: "요청 정보: {details}",
    copyLink: "버튼이 작동하지 않나요? 다음 주소를 브라우저에 복사하세요:",
    warning: "{app} 관계자라고 하는 사람을 포함하여 누구에게도 링크와 인증 코드를 알려 주지 마세요.",
    warningLink: "{app} 관계자라고 하는 사람을 포함하여 누구에게도 링크를 알려 주지 마세요.",
    warningCode: "{app} 관계자라고 하는 사람을 포함하여 누구에게도 인증 코드를 알려 주지 마세요.",
    ignore: "이 이메일을 요청하지 않았다면 무시하세요. 이 이메일 없이는 아무도 로그인할 수 없습니다.",
    reason: "{app}에서 이 주소가 사용되어 이 이메일을 보내 드립니다.",
    accountReason: "{app} 계정의 보안에 관한 이메일입니다.",
  },
  password,
  passwordMails,
  securityMails,
};
