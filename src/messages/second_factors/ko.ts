/**
 * The messages about the second factor in Korean.
 *
 * @module
 */

import type { SecondFactorWords } from "../second_factor_types.ts";

/** The messages. */
export const words: SecondFactorWords = {
  secondFactor: {
    askHeading: "본인 확인",
    askText: "한 단계만 더 거치면 {app}에 로그인됩니다.",
    stepUpHeading: "본인 재확인",
    stepUpText: "{app}에 로그인되어 있습니다. 이 작업에는 두 번째 단계도 필요합니다.",
    code: "인증 앱의 코드",
    codeFormat: "숫자 6자리",
    confirm: "확인",
    remember: "{time} 동안 이 기기에서 묻지 않기",
    usePasskey: "패스키 또는 보안 키 사용",
    useRecoveryCode: "복구 코드 사용",
    recoveryCode: "복구 코드",
    recoveryNote: "사용을 시작할 때 10개를 보관했습니다. 각 코드는 한 번만 사용할 수 있습니다.",
    lost: "이 중 아무것도 없나요? 사이트 운영자에게 문의하세요.",
    never: "이 기능을 켠 적이 없음",
    neverEffect: "새 계정이 만들어지고, 다른 계정은 더 이상 이 주소를 갖지 않습니다.",
    neverNow: "새 계정으로 계속",
    setupHeading: "2단계 인증 켜기",
    setupText: "이후에는 로그인할 때 두 번째 단계로 휴대전화 앱에 표시되는 코드가 필요합니다.",
    requiredText: "{app}에서는 두 번째 단계로 휴대전화 앱에 표시되는 코드를 요청합니다.",
    getApp: "인증 앱을 설치하거나 비밀번호 관리자를 사용하세요.",
    scan: "앱으로 이 QR 코드를 스캔하세요.",
    qrLabel: "앱에 등록할 키가 담긴 QR 코드",
    orKey: "또는 앱에 이 키를 입력하세요:",
    typeKey: "인증 앱이나 비밀번호 관리자에 이 키를 입력하세요:",
    addAccount: "앱에 계정을 추가하세요.",
    openApp: "인증 앱에서 열기",
    otherDevice: "앱이 다른 기기에 있는 경우",
    firstCode: "앱에 표시되는 코드를 입력하세요.",
    turnOn: "켜기",
    passkeysText: "또는 이미 있는 패스키와 보안 키를 두 번째 단계로 사용하세요.",
    usePasskeys: "내 패스키 사용",
    mailHeading: "먼저 주소를 인증하세요",
    mailText: "{email} 주소로 인증 코드를 보내 드렸습니다. 여기에 입력한 후 두 번째 단계를 설정하세요.",
    mailCode: "이메일의 인증 코드",
    codesHeading: "복구 코드를 보관하세요",
    codesText:
      "휴대전화를 잃어버리면 각 코드가 한 번씩 휴대전화를 대신합니다. 인쇄하거나 휴대전화 없이도 찾을 수 있는 곳에 보관하세요. 지금만 표시됩니다.",
    replaced: "이전 코드는 더 이상 사용할 수 없습니다.",
    codesOf: "{account}, {app}, {date}",
    stored: "보관했습니다",
    copy: "복사",
    copied: "복사됨",
    download: "다운로드",
    print: "인쇄",
    heading: "2단계 인증",
    offText: "꺼져 있습니다. 두 번째 단계가 있으면 아무도 첫 번째 단계만으로 로그인할 수 없습니다.",
    requiredNote: "{app}에서는 두 번째 단계를 요청하므로 계속 켜져 있습니다.",
    app: "인증 앱",
    changeApp: "다른 앱 사용",
    changeAppText:
      "새 앱이 기존 앱을 대체합니다. 복구 코드는 계속 사용할 수 있으며, 모든 기기에서 두 번째 단계를 다시 요청합니다.",
    addApp: "앱 추가",
    since: "켠 날짜: {date}",
    recoveryCodes: "복구 코드",
    codesLeft: "남은 개수: {count}",
    fewLeft: "남은 복구 코드가 얼마 없습니다. 필요해지기 전에 새로 만드세요.",
    newCodes: "새 코드 만들기",
    newCodesEffect: "이전 코드는 더 이상 사용할 수 없게 됩니다.",
    turnOff: "끄기",
    turnOffEffect: "비밀번호 또는 그 대신 사용하는 방법만으로 로그인할 수 있게 됩니다.",
    turnOffNow: "2단계 인증 끄기",
    devices: "두 번째 단계를 묻지 않는 기기",
    until: "만료 날짜: {date}",
    forget: "다시 묻기",
    forgetNamed: "{name}에서 다시 묻기",
    done: {
      "second-factor-on": "2단계 인증을 켰습니다.",
      "recovery-codes-shown":
        "복구 코드는 이미 표시되었으며 한 번만 표시됩니다. 보관하지 않았다면 새로 만드세요.",
      "recovery-codes-replaced": "새 복구 코드를 만들었습니다. 이전 코드는 더 이상 사용할 수 없습니다.",
      "new-authenticator": "새 인증 앱을 설정했습니다.",
      "second-factor-off": "2단계 인증을 껐습니다.",
      "device-forgotten": "해당 기기에서 두 번째 단계를 다시 묻습니다.",
    },
    errors: {
      InvalidSecondFactor: {
        what: "코드가 올바르지 않거나 이미 사용되었습니다.",
        now: "다음 코드를 기다렸다가 앱에 표시되는 동안 입력하세요.",
      },
      InvalidRecoveryCode: {
        what: "복구 코드가 올바르지 않거나 이미 사용되었습니다.",
        now: "보관한 코드와 비교하거나 다른 코드를 입력하세요.",
      },
      InvalidCheck: {
        what: "시간이 초과되었거나 다른 브라우저에서 시작되었습니다.",
        now: "다시 시작하세요. 다시 발생하면 쿠키를 허용하세요.",
      },
      LastFactor: {
        what: "이 패스키는 두 번째 단계로 사용되고 있습니다.",
        now: "삭제하기 전에 인증 앱을 설정하거나 두 번째 단계를 끄세요.",
      },
      SecondFactorRequired: {
        what: "이 사이트에서는 두 번째 단계가 필요합니다.",
        now: "꺼야 한다면 사이트 운영자에게 문의하세요.",
      },
    },
  },
  secondFactorMails: {
    secondFactorOn: {
      subject: "{app} 2단계 인증이 켜졌습니다",
      intro: "{app} 계정의 2단계 인증이 켜졌습니다: {details}.",
      openLink: "본인이 아니라면 이 링크를 열어 로그인한 곳을 확인하세요:",
      button: "본인이 아닙니다",
      ignore: "본인이라면 이 이메일을 무시하세요.",
    },
    newAuthenticator: {
      subject: "{app} 새 인증 앱",
      intro: "{app} 계정의 코드가 이제 새 인증 앱에 표시됩니다: {details}.",
      openLink: "본인이 아니라면 이 링크를 열어 로그인한 곳을 확인하세요:",
      button: "본인이 아닙니다",
      ignore: "본인이라면 이 이메일을 무시하세요. 본인이 아니라면 즉시 다른 모든 곳에서 로그아웃하세요.",
    },
    secondFactorOff: {
      subject: "{app} 2단계 인증이 꺼졌습니다",
      intro: "{app} 계정의 2단계 인증이 꺼졌습니다: {details}.",
      openLink: "본인이 아니라면 이 링크를 열어 다시 켜세요:",
      button: "본인이 아닙니다",
      ignore: "본인이라면 이 이메일을 무시하세요. 본인이 아니라면 즉시 다른 모든 곳에서 로그아웃하세요.",
    },
    secondFactorReset: {
      subject: "운영자가 {app} 2단계 인증을 껐습니다",
      intro: "{app} 운영자가 회원님 계정의 2단계 인증을 껐습니다: {details}.",
      openLink: "이 링크를 열어 다시 켜세요:",
      button: "내 계정 확인하기",
      ignore:
        "직접 요청했다면 이 이메일을 무시하세요. 요청하지 않았다면 누가 요청했는지 즉시 운영자에게 문의하세요.",
    },
    recoveryCodeUsed: {
      subject: "{app}에서 복구 코드가 사용되었습니다",
      intro: "복구 코드를 사용하여 {app} 계정에 로그인했습니다: {details}.",
      openLink: "이 링크를 열어 로그인한 곳을 확인하고 새 코드를 만드세요:",
      button: "내 계정 확인하기",
      ignore: "본인이라면 이 이메일을 무시하세요. 본인이 아니라면 즉시 다른 모든 곳에서 로그아웃하세요.",
    },
    recoveryCodesReplaced: {
      subject: "{app} 새 복구 코드",
      intro: "{app} 계정의 새 복구 코드가 만들어졌습니다: {details}.",
      openLink: "이 링크를 열어 로그인한 곳을 확인하고 새 코드를 만드세요:",
      button: "본인이 아닙니다",
      ignore: "본인이라면 이 이메일을 무시하세요. 본인이 아니라면 즉시 다른 모든 곳에서 로그아웃하세요.",
    },
    enrol: {
      subject: "{app} 인증 코드",
      intro: "이 인증 코드로 {app} 2단계 인증을 설정합니다.",
      openLink: "인증 코드를 요청하는 페이지를 닫았다면 이 링크를 여세요:",
      button: "페이지 열기",
      typeCode: "인증 코드를 요청하는 페이지에 다음 인증 코드를 입력하세요:",
      lifetime: "한 번만 사용할 수 있습니다. 유효 시간: {lifetime}.",
      ignore:
        "본인이 아니라면 누군가가 비밀번호를 알고 있거나 계정을 사용하고 있습니다. 이 인증 코드 없이는 더 진행할 수 없습니다. 해당 비밀번호를 변경하세요.",
    },
  },
};
