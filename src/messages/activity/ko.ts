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
  other: "계정이 변경되었습니다",
};
