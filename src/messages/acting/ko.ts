/**
 * The messages about administrators who act as users in Korean.
 *
 * @module
 */

import type { ActingMessages } from "../acting_types.ts";

/** The page of an administrator who acts as a user, and what the user reads of it. */
export const acting: ActingMessages = {
  heading: "다른 사용자로 이용 중입니다",
  text: "{app}에 {name} 님이 보는 내용이 표시됩니다.",
  closed: "로그인 방법, 기기, 계정은 {name} 님만 변경할 수 있습니다.",
  left: "남은 시간: {time}.",
  refused: "아무것도 변경되지 않았습니다. 본인 계정에서 다시 시도해 주세요.",
  stop: "종료",
  overHeading: "더 이상 다른 사용자로 이용하지 않습니다",
  overText: "{name} 님으로 계속합니다.",
  goOn: "계속",
  act: "이 사용자로 이용",
  actText: "{time} 동안 이 사용자가 보는 {app} 화면을 봅니다.",
  past: "{app} 지원팀이 계정을 사용했습니다",
};
