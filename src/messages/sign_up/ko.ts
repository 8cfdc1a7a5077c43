/**
 * The messages of sign-up in Korean.
 *
 * @module
 */

import type { SignUpMessages } from "../sign_up_types.ts";

/** The form of a new user. */
export const signUp: SignUpMessages = {
  heading: "가입 완료하기",
  text: "{email} 계정을 만들고 있습니다.",
  textNameless: "계정을 만들고 있습니다.",
  button: "계정 만들기",
  accept: "다음을 읽고 동의합니다: {documents}",
  acceptError: "계정을 만들려면 이 상자를 선택하세요.",
  closed: { what: "여기서는 새 계정을 만들 수 없습니다.", now: "이미 계정이 있다면 로그인하세요." },
};
