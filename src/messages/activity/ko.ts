/**
 * The messages about what has happened to an account in Korean.
 *
 * @module
 */

import type { ActivityMessages } from "../activity_types.ts";

/** The card of the account page. */
export const activity: ActivityMessages = {
  heading: "최근 활동",
  signIn: "로그인",
  stepUp: "본인 확인",
  failed: "로그인 실패",
  wrong: { password: "잘못된 비밀번호", code: "잘못된 코드", passkey: "패스키가 거부됨" },
  times: "{count}회",
  other: "계정 정보 변경",
  past: {
    passwordChanged: "비밀번호 변경",
    secondFactorReset: "지원팀이 2단계 인증을 껐습니다",
    deletionRequested: "계정 삭제 요청",
    deletionUndone: "계정 삭제 취소",
    emailAdopted: "새 이메일 주소",
    emailRestored: "이전 이메일 주소 복원",
    "change-username": "사용자 이름 변경",
  },
};
