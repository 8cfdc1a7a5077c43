/**
 * The messages about another email address of an account in Korean.
 *
 * @module
 */

import type { EmailChangeMailsMessages, EmailChangeMessages } from "../email_change_types.ts";

/** The card of the account page, and the pages behind its emails. */
export const emailChange: EmailChangeMessages = {
  heading: "이메일 주소",
  none: "계정에 이메일 주소가 없습니다.",
  change: "변경",
  changeHeading: "이메일 주소 변경",
  changeText: "새 주소로 링크를 보내 드립니다. 링크를 열기 전에는 아무것도 바뀌지 않습니다.",
  newAddress: "새 이메일 주소",
  send: "링크 보내기",
  sent: "새 주소로 링크를 보내 드렸습니다. 링크를 열어 변경을 완료하세요.",
  changed: "이메일 주소가 변경되었습니다.",
  confirmHeading: "이 주소를 사용할까요?",
  confirmText: "{email} 주소가 {app} 계정의 주소가 됩니다. 다른 모든 기기에서 로그아웃됩니다.",
  confirmButton: "이 주소 사용",
  undoHeading: "이전 주소로 되돌릴까요?",
  undoText:
    "{email} 주소가 다시 {app} 계정의 주소가 됩니다. 모든 기기에서 로그아웃되고, 변경 이후에 추가된 로그인 방법, 비밀번호, 2단계 인증은 삭제됩니다.",
  undoButton: "되돌리기",
  undoneHeading: "이전 주소로 되돌렸습니다",
  undoneText: "그 주소로 로그인한 다음 로그인 방법을 확인하세요.",
  overHeading: "더 이상 사용할 수 없는 링크입니다",
  overText: "이미 사용했거나 너무 오래되었거나, 그 후에 계정이 변경되었습니다.",
  errors: {
    InvalidNewEmail: { what: "새 이메일 주소가 아닙니다.", now: "입력한 내용을 확인한 후 다시 시도하세요." },
    EmailInUse: {
      what: "다른 계정에서 사용 중인 주소입니다.",
      now: "다른 주소를 사용하거나 그 계정으로 로그인하세요.",
    },
    TooManyEmails: { what: "이메일을 너무 많이 보냈습니다.", now: "1시간 후에 다시 시도하세요." },
  },
};

/** The emails. */
export const emailChangeMails: EmailChangeMailsMessages = {
  emailChange: {
    subject: "{app}에서 사용할 새 주소를 인증하세요",
    intro: "누군가 이 주소를 자신의 {app} 계정에 사용하려고 합니다.",
    openLink: "본인이라면 로그인되어 있는 브라우저에서 이 링크를 여세요:",
    button: "내 주소 인증",
    ignore: "본인이 아니라면 이 이메일을 무시하세요. 링크를 열지 않으면 아무것도 바뀌지 않습니다.",
  },
  emailChanged: {
    subject: "{app} 계정의 이메일 주소가 변경되었습니다",
    intro: "{app} 계정의 이메일 주소가 변경되었습니다: {details}.",
    openLink: "본인이 아니라면 {time} 안에 이 링크를 열어 이전 주소로 되돌리세요:",
    button: "본인이 아닙니다",
    ignore: "본인이라면 이 이메일을 무시하세요.",
  },
  emailAdopted: {
    subject: "{app} 계정에 새 이메일 주소가 설정되었습니다",
    intro: "이제 이 주소가 {app} 계정의 주소입니다: {details}.",
    openLink: "계정을 보려면 이 링크를 여세요:",
    button: "내 계정 확인",
    ignore: "본인이라면 이 이메일을 무시하세요.",
  },
  emailRestored: {
    subject: "{app} 계정이 이전 주소로 돌아왔습니다",
    intro: "{app} 계정의 이메일 주소 변경이 취소되었습니다: {details}.",
    openLink: "계정을 보려면 이 링크를 여세요:",
    button: "내 계정 확인",
    ignore: "이전 주소의 메일함을 사용하는 사람이 취소했습니다. 모든 기기에서 로그아웃되었습니다.",
  },
};
