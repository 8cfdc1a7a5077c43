/**
 * The messages about the deletion of an account in Korean.
 *
 * @module
 */

import type { DeletionMailsMessages, DeletionMessages } from "../deletion_types.ts";

/** The card of the account page, and the page. */
export const deletion: DeletionMessages = {
  heading: "계정 삭제",
  text: "{app} 계정과 그 안의 모든 것을 삭제합니다. {time} 안에 마음을 바꿀 수 있습니다.",
  textAtOnce: "{app} 계정과 그 안의 모든 것을 바로 삭제합니다.",
  button: "계정 삭제",
  question: "계정을 삭제할까요?",
  loss: "{app} 계정을 잃게 됩니다. 프로필, 로그인 방법, 저장한 것이 모두 사라집니다.",
  stays:
    "지금 모든 곳에서 로그아웃됩니다. {time} 동안은 로그인하거나 이메일의 링크를 열어 계정을 유지할 수 있습니다.",
  nothingStays: "바로 처리되며 되돌릴 수 없습니다.",
  confirm: "확인하려면 {value} 입력",
  keep: "내 계정 유지",
  kept: "계정을 유지했습니다.",
  notConfirmed: {
    what: "삭제된 것이 없습니다. 입력한 내용이 다릅니다.",
    now: "표시된 그대로 입력하세요.",
  },
  tooLate: {
    what: "이제 계정을 유지할 수 없습니다.",
    now: "삭제하는 중입니다.",
  },
  pendingHeading: "계정이 삭제될 예정입니다",
  pending: "{date}에 삭제됩니다.",
  pendingText: "{app} 계정은 {date}에 삭제됩니다. 그때까지 계정을 유지할 수 있습니다.",
  keptHeading: "계정을 유지했습니다",
  keptText: "삭제된 것이 없습니다. 계속하려면 로그인하세요.",
  deletedHeading: "계정이 삭제되었습니다",
  deletedText: "{app} 계정과 그 안의 모든 것이 사라졌습니다.",
};

/** The emails. */
export const deletionMails: DeletionMailsMessages = {
  deletionRequested: {
    subject: "{app} 계정이 삭제될 예정입니다",
    intro: "{app} 계정은 {date}에 삭제됩니다. 요청: {details}.",
    openLink: "유지하려면 그 전에 이 링크를 여세요:",
    button: "내 계정 유지",
    ignore: "직접 요청했다면 이 이메일을 무시하세요. 아니라면 링크를 연 다음, 로그인된 곳을 확인하세요.",
  },
  deletionUndone: {
    subject: "{app} 계정을 유지했습니다",
    intro: "{app} 계정은 삭제되지 않습니다: {details}.",
    openLink: "계정을 보려면 이 링크를 여세요:",
    button: "내 계정 확인",
    ignore: "본인이라면 이 이메일을 무시하세요. 본인이 아니라면 즉시 다른 모든 곳에서 로그아웃하세요.",
  },
  accountDeleted: {
    subject: "{app} 계정이 삭제되었습니다",
    intro: "{app} 계정이 삭제되었습니다: {details}.",
    openLink: "사이트로 이동하려면 이 링크를 여세요:",
    button: "사이트 열기",
    ignore: "원하지 않은 일이라면 {app}에 문의하세요. 이 계정에 대한 마지막 이메일입니다.",
  },
};
