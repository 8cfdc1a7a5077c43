/**
 * The messages of the pages for staff in Korean.
 *
 * @module
 */

import { acting } from "../acting/ko.ts";
import type { AdministrationMessages } from "../administration_types.ts";

/** The list of users, and the page about one. */
export const administration: AdministrationMessages = {
  acting,
  heading: "사용자",
  searchLabel: "이름, 주소 또는 아이디",
  search: "검색",
  none: "사용자를 찾을 수 없습니다.",
  unverified: "인증되지 않음",
  banned: "이용 정지",
  administrator: "사이트 관리자",
  you: "본인",
  nameless: "이름 없음",
  first: "첫 페이지",
  next: "다음 페이지",
  export: "CSV로 내보내기",
  create: "사용자 만들기",
  createText: "본인에게 이메일이 가지 않습니다.",
  back: "모든 사용자",
  id: "사용자 아이디",
  bannedAt: "정지한 날짜: {date}",
  bannedBy: "정지한 사람: {name}",
  bannedUntil: "정지 종료: {date}",
  forGood: "무기한",
  reason: "사유",
  reasonText: "다른 담당자를 위한 것입니다. 사용자가 내려받을 수 있는 데이터에도 들어 있습니다.",
  end: "기간",
  until: "날짜 지정",
  date: "날짜",
  ban: "이용 정지하기",
  banText: "모든 기기에서 로그아웃되며, 정지가 끝날 때까지 로그인할 수 없습니다.",
  unban: "정지 해제",
  sessions: "로그인된 기기",
  noSessions: "없습니다.",
  hiddenSessions: "이 사이트에서는 로그인된 기기를 표시할 수 없습니다.",
  endAll: "모든 기기에서 로그아웃",
  secondFactor: "2단계 인증",
  on: "켜짐",
  off: "꺼짐",
  reset: "2단계 인증 초기화",
  resetText: "모든 기기에서 로그아웃되고, 두 번째 단계 없이 로그인할 수 있으며, 본인에게 이메일이 갑니다.",
  sendReset: "새 비밀번호 링크 보내기",
  remove: "이 사용자 삭제",
  removeHeading: "{name} 사용자를 삭제할까요?",
  removeText: "로그인 방법, 로그인된 기기 등 이 사용자에 대해 저장된 모든 것이 삭제됩니다.",
  removeFinal: "되돌릴 수 없으며, 본인에게 이메일이 가지 않습니다.",
  done: {
    createUser: "사용자를 만들었습니다.",
    banUser: "사용자의 이용을 정지하고 모든 기기에서 로그아웃했습니다.",
    unbanUser: "정지를 해제했습니다.",
    endSessions: "사용자를 모든 기기에서 로그아웃했습니다.",
    removeUser: "사용자를 삭제했습니다.",
    resetSecondFactor: "2단계 인증을 초기화했습니다.",
    sendPasswordReset: "이메일을 보냈습니다.",
  },
  errors: {
    AccessDenied: { what: "이 사용자에게는 할 수 없는 작업입니다.", now: "사이트 운영자에게 문의하세요." },
    AlreadyBanned: { what: "이미 이용 정지된 사용자입니다.", now: "다른 담당자가 먼저 처리했습니다." },
    NotBanned: { what: "더 이상 이용 정지된 사용자가 아닙니다.", now: "다른 담당자가 먼저 처리했습니다." },
    InvalidBan: { what: "그 날짜에는 정지가 끝날 수 없습니다.", now: "앞으로의 날짜를 선택하세요." },
    AddressTaken: { what: "다른 사용자의 주소입니다.", now: "목록에서 검색하세요." },
    NotSent: {
      what: "이메일을 보내지 않았습니다.",
      now: "이 사용자는 자기 주소로 비밀번호를 설정할 수 없습니다.",
    },
    RateLimited: { what: "이 주소로 보낸 이메일이 너무 많습니다.", now: "잠시 후 다시 시도하세요." },
    UserChanged: { what: "지금은 다른 사용자로 로그인되어 있습니다.", now: "변경된 것은 없습니다." },
  },
};
