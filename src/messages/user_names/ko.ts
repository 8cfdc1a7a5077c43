/**
 * The messages about user names in Korean.
 *
 * @module
 */

import type { UserNamesMessages } from "../user_names_types.ts";

/** The card of the account page, and fields for a name. */
export const userNames: UserNamesMessages = {
  label: "사용자 이름",
  addressOrName: "이메일 또는 사용자 이름",
  optionalAddress: "이메일 주소(선택)",
  withoutAddress:
    "주소가 없으면 비밀번호를 잊었을 때 다시 로그인할 수 없습니다. 로그인한 뒤 패스키를 추가하세요.",
  none: "아직 사용자 이름이 없습니다.",
  choose: "선택",
  chooseHeading: "사용자 이름 선택",
  chooseText: "이 이름으로 로그인할 수 있습니다. 다른 사람에게 보일 수 있습니다.",
  change: "변경",
  changeHeading: "사용자 이름 변경",
  changeText: "앞으로 새 이름으로 로그인합니다. 이전 이름은 더 이상 쓸 수 없습니다.",
  wait: "{date}에 다시 변경할 수 있습니다.",
  changed: "사용자 이름을 변경했습니다.",
  errors: {
    length: { what: "사용자 이름이 너무 짧거나 너무 깁니다.", now: "{min}~{max}자로 입력하세요." },
    characters: {
      what: "사용자 이름에 쓸 수 없는 문자가 있습니다.",
      now: "한 가지 문자와 숫자, 마침표, 붙임표, 밑줄을 쓰세요.",
    },
    taken: { what: "이미 사용 중인 사용자 이름입니다.", now: "다른 이름을 선택하세요." },
    tooSoon: { what: "사용자 이름을 최근에 변경했습니다.", now: "{date} 이후에 다시 시도하세요." },
  },
};
